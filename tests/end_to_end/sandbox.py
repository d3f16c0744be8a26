# SPDX-License-Identifier: GPL-3.0-or-later
"""A private world for one test: its own settings, store, caches, runs and service, so that no test meets a person's state.

`Sandbox` makes the folders, runs the built programs in them, and at its end stops every process that was started inside:
they are known by the sandbox's folder, so nothing else on the machine is ever touched.
The programs come from TRAINYARD_BIN (build/bin), the sources from TRAINYARD_SOURCE.
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from guard import Guard

BIN = pathlib.Path(os.environ["TRAINYARD_BIN"])
SOURCE = pathlib.Path(os.environ["TRAINYARD_SOURCE"])
PRESETS = SOURCE / "resources/presets"


class Sandbox:
    def __init__(self, root=None, new=None):
        # Short, because the name of a local socket must fit into 107 bytes.
        self.root = pathlib.Path(root or new or tempfile.mkdtemp(prefix="ty-", dir="/tmp"))
        if root:
            return  # what another process made, to be removed
        if new:
            self.root.mkdir(mode=0o700)
        self.work = self.root / "work"
        self.environment = dict(
            os.environ,
            HOME=str(self.root / "home"),
            QT_QPA_PLATFORM="offscreen",
            OMP_NUM_THREADS="1",
            PYTHONDONTWRITEBYTECODE="1",
        )
        for name in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"):
            self.environment["XDG_" + name] = str(self.root / name.split("_")[0].lower())
        # The bus leads to the keychain of whoever runs this.
        for name in ("DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY", "TRAINYARD_EVENTS", "TRAINYARD_RESUME"):
            self.environment.pop(name, None)
        for folder in ("home", "work", "config", "data", "cache", "state", "runtime"):
            (self.root / folder).mkdir(mode=0o700)

    def __enter__(self):
        self.guard = Guard([sys.executable, "-B", os.path.abspath(__file__), self.root])
        return self

    def __exit__(self, *_):
        self.stop_everything()
        if os.environ.get("TRAINYARD_KEEP_SANDBOX"):
            print(f"kept: {self.root}", file=sys.stderr)
        else:
            self.remove()
        self.guard.dismiss()

    def remove(self):
        subprocess.run(["chmod", "-R", "u+rwX", str(self.root)], check=False)
        shutil.rmtree(self.root, ignore_errors=True)

    # ------------------------------------------------------------ programs

    def run(self, program, *arguments, timeout=240, **keywords):
        """Runs one of the project's programs to its end; returns its CompletedProcess with text output."""
        keywords.setdefault("env", self.environment)
        keywords.setdefault("cwd", self.work)
        return subprocess.run(
            [str(BIN / program), *map(str, arguments)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            stdin=subprocess.DEVNULL,
            **keywords,
        )

    def must(self, program, *arguments, **keywords):
        done = self.run(program, *arguments, **keywords)
        assert done.returncode == 0, f"{program} {arguments} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def runs(self):
        """What `yard runs` knows of each run and task, newest first."""
        return json.loads(self.must("yard", "runs", "--json"))

    def start(self, program, *arguments, **keywords):
        """Starts a program in the background, in a session of its own; its output goes into <name>.log of the work folder."""
        keywords.setdefault("env", self.environment)
        with open(self.work / f"{program}.log", "ab") as log:
            return subprocess.Popen(
                [str(BIN / program), *map(str, arguments)],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.work,
                start_new_session=True,
                **keywords,
            )

    def processes(self, *words):
        """Live processes of this sandbox whose command line holds every word: {pid: command line}.

        They are known by the sandbox's folder in their environment, command line or working directory."""
        mark = str(self.root).encode()
        found = {}
        for entry in os.listdir("/proc"):
            process = pathlib.Path("/proc", entry)
            try:
                if not entry.isdigit() or int(entry) == os.getpid():
                    continue
                line = (process / "cmdline").read_bytes().replace(b"\0", b" ")
                ours = (
                    mark in line
                    or mark in (process / "environ").read_bytes()
                    or os.readlink(process / "cwd").startswith(str(self.root))
                )
                if line and ours and all(word in line.decode(errors="replace") for word in words):
                    found[int(entry)] = line.decode(errors="replace")
            except (OSError, ValueError):
                continue
        return found

    def stop_everything(self):
        for kind in (signal.SIGTERM, signal.SIGKILL):
            for pid in self.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, kind)
            deadline = time.monotonic() + 5
            while self.processes() and time.monotonic() < deadline:
                time.sleep(0.1)

    # ------------------------------------------------------------ experiments

    def text(self, num_bytes=300_000):
        """A file of real English text of about this size."""
        file = self.work / f"text-{num_bytes}.txt"
        if not file.exists():
            whole = (PRESETS / "quickstart/corpus.txt").read_bytes()[:num_bytes]
            file.write_bytes(whole[: whole.rindex(b"\n") + 1])
        return file

    def small_experiment(self, name="small", **settings):
        """A tiny model on a little text; `settings` are dotted paths with `__` for the dot. Returns the file."""
        values = {
            "model.overrides": "{n_layer: 2, n_embd: 64, n_head: 2, n_positions: 64, vocab_size: 512, "
            "resid_pdrop: 0.0, embd_pdrop: 0.0, attn_pdrop: 0.0}",
            "data.train": f"[{self.text().name}]",
            "data.sequence_length": "64",
            "batch.per_device": "4",
            "training.max_steps": "20",
            "optimizer.learning_rate": "1.0e-3",
            "evaluation.every_steps": "10",
            "checkpoint.every_steps": "10",
            "logging.every_steps": "1",
        }
        values.update({key.replace("__", "."): str(value) for key, value in settings.items()})
        lines, sections = ["format: 1", f"name: {name}"], {}
        for path, value in values.items():
            section, _, key = path.rpartition(".")
            if section:
                sections.setdefault(section, []).append(f"  {key}: {value}")
            else:
                lines.append(f"{key}: {value}")
        for section in (
            "command",
            "model",
            "lora",
            "task",
            "data",
            "instructions",
            "timelines",
            "tokenizer",
            "batch",
            "training",
            "optimizer",
            "schedule",
            "precision",
            "parallel",
            "evaluation",
            "checkpoint",
            "logging",
            "search",
            "resources",
            "restart",
            "environment",
            "code",
        ):
            if section in sections:
                lines += [f"{section}:", *sections[section]]
        file = self.work / f"{name}.yaml"
        file.write_text("\n".join(lines) + "\n")
        return file

    def run_folder(self, name="run"):
        folder = self.work / name
        folder.mkdir(exist_ok=True)
        return folder


# ---------------------------------------------------------------- what a run left


def attempts(run_folder):
    return sorted((run_folder / "attempts").iterdir())


def events(attempt):
    """The lines of one attempt; every line must be whole and numbered 0, 1, 2, ... None where it was killed before its first."""
    file = attempt / "events.jsonl"
    text = file.read_text() if file.exists() else ""
    lines = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    assert [line["sequence"] for line in lines] == list(range(len(lines))), f"sequence has gaps in {attempt}"
    return lines


def end_of(attempt):
    last = events(attempt)[-1]
    assert last["event"] == "end", f"the last line of {attempt} is {last}"
    return last


def metric(run_folder, name="train/loss"):
    """{step: value} over all attempts; a later attempt replaces what an earlier one wrote past its resume step."""
    points = {}
    for attempt in attempts(run_folder):
        for line in events(attempt):
            if line["event"] == "start":
                points = {step: value for step, value in points.items() if step <= line["resume_step"]}
            if line["event"] == "metrics" and name in line["values"]:
                points[line["step"]] = line["values"][name]
    return points


def wait_until(condition, seconds, what):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s: {what}")


if __name__ == "__main__":  # the guard of a test that was killed: ROOT
    left = Sandbox(sys.argv[1])
    left.stop_everything()
    left.remove()
