# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends what a Hugging Face Trainer logs, with its step, as events to the FIFO named in TRAINYARD_EVENTS."""

import json
import math
import os

MAX_LINE = 4096
NAMES = {
    "loss": "train/loss",
    "grad_norm": "train/gradient_norm",
    "learning_rate": "train/learning_rate",
    "train_loss": "train/mean_loss",
    "train_runtime": "train/runtime_seconds",
    "eval_runtime": "eval/runtime_seconds",
}
COUNTS = ("num_input_tokens_seen", "num_tokens")


def metric_name(key):
    if key in NAMES:
        return NAMES[key]
    if "/" in key:
        return key
    for prefix in ("train_", "eval_", "test_", "predict_"):
        if key.startswith(prefix):
            return prefix[:-1] + "/" + key[len(prefix) :]
    return "train/" + key


def number(value):
    """A float, an int or the name of a non-finite one; None for what is no number."""
    if isinstance(value, (bool, str)):
        return None
    if not isinstance(value, int):
        try:
            value = float(value)
        except Exception:
            return None
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
    return value


class Sender:
    """Never waits and never raises: what does not go into the FIFO is lost."""

    def __init__(self, path):
        self.path = path
        self.fd = None

    def send(self, fields):
        line = json.dumps(fields).encode() + b"\n"
        if len(line) > MAX_LINE:
            return False
        try:
            if self.fd is None:
                self.fd = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            os.write(self.fd, line)
        except BlockingIOError:
            pass
        except OSError:
            self.fd = None
        return True

    def send_metrics(self, step, epoch, tokens, values):
        fields = {"event": "metrics", "step": step, "values": dict(values)}
        if epoch is not None:
            fields["epoch"] = epoch
        if tokens is not None:
            fields["tokens"] = tokens
        if not self.send(fields) and len(values) > 1:
            middle = len(values) // 2
            self.send_metrics(step, epoch, tokens, values[:middle])
            self.send_metrics(step, epoch, tokens, values[middle:])


def folder_bytes(folder):
    total = 0
    for root, _, files in os.walk(folder):
        for name in files:
            try:
                total += os.path.getsize(os.path.join(root, name))
            except OSError:
                pass
    return total


def make_callback(base):
    class TrainyardCallback(base):
        def __init__(self):
            self.sender = Sender(os.environ["TRAINYARD_EVENTS"])
            self.step_end = None

        def on_train_begin(self, args, state, control, **kwargs):
            if not state.is_world_process_zero:
                return
            self.sender.send(
                {
                    "event": "start",
                    "resume_step": int(state.global_step),
                    "total_steps": int(state.max_steps),
                    "world_size": int(getattr(args, "world_size", 1)),
                    "device": str(args.device),
                }
            )

        def on_log(self, args, state, control, logs=None, **kwargs):
            if not state.is_world_process_zero or not logs:
                return
            values, epoch, tokens = [], None, None
            for key, value in logs.items():
                value = number(value)
                if value is None:
                    continue
                if key == "epoch":
                    epoch = value if not isinstance(value, str) else None
                elif key in COUNTS and not isinstance(value, str):
                    tokens = int(value)
                elif key != "step":
                    values.append((metric_name(key), value))
            self.sender.send_metrics(int(state.global_step), epoch, tokens, values)

        def on_save(self, args, state, control, **kwargs):
            if not state.is_world_process_zero:
                return
            folder = os.path.abspath(os.path.join(args.output_dir, "checkpoint-%d" % state.global_step))
            if os.path.isdir(folder):
                self.sender.send(
                    {
                        "event": "checkpoint",
                        "step": int(state.global_step),
                        "path": folder,
                        "bytes": folder_bytes(folder),
                        "stall_seconds": 0.0,
                        "write_seconds": 0.0,
                    }
                )

    return TrainyardCallback


def add_to(trainer_module):
    """Every Trainer starts from this list, subclasses and those of other libraries too."""
    trainer_module.DEFAULT_CALLBACKS.append(make_callback(trainer_module.TrainerCallback))
