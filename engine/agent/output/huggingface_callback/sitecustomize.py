# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs at the start of every Python process of a run; found through PYTHONPATH, so the user's script stays as it is.

It makes way for a sitecustomize that would have been found without it, reports the exception that ends the process, and
waits for transformers.trainer to be imported. A process that imports no transformers pays for one look at a name.
"""

import os
import sys


def _run_the_other_sitecustomize():
    import importlib.util
    from importlib.machinery import PathFinder

    here = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path or ".") != here]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


def _is_launcher():
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    name = getattr(spec, "name", "") or os.path.basename(sys.argv[0] if sys.argv else "")
    return name.startswith(
        ("torch.distributed", "accelerate.commands", "deepspeed.launcher", "torchrun", "accelerate", "deepspeed")
    )


def _send(fields):
    import json

    line = json.dumps(fields).encode() + b"\n"
    if len(line) > 4096:
        return
    fd = os.open(os.environ["TRAINYARD_EVENTS"], os.O_WRONLY | os.O_NONBLOCK)
    try:
        os.write(fd, line)
    finally:
        os.close(fd)


def _report_exceptions():
    before = sys.excepthook

    def report(kind, value, traceback):
        try:
            if issubclass(kind, Exception) and not _is_launcher():
                name = kind.__name__ if kind.__module__ == "builtins" else kind.__module__ + "." + kind.__name__
                lines = str(value).strip().splitlines()
                first = lines[0][:600] if lines else ""
                last = traceback
                while last is not None and last.tb_next is not None:
                    last = last.tb_next
                arguments = {"type": name, "message": first}
                if last is not None:
                    arguments["file"] = last.tb_frame.f_code.co_filename[-300:]
                    arguments["line"] = last.tb_lineno
                fields = {
                    "event": "message",
                    "level": "error",
                    "code": "python.exception",
                    "arguments": arguments,
                    "text": name + (": " + first if first else ""),
                }
                if os.environ.get("RANK", os.environ.get("SLURM_PROCID", "")).isdigit():
                    fields["rank"] = int(os.environ.get("RANK", os.environ.get("SLURM_PROCID")))
                _send(fields)
        except Exception:
            pass
        before(kind, value, traceback)

    sys.excepthook = report


class _TrainerFinder:
    """Lets the normal finders find transformers.trainer, then adds the callback when it has been executed."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != "transformers.trainer":
            return None
        sys.meta_path.remove(cls)
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_add(module):
            execute(module)
            try:
                import trainyard_callback

                trainyard_callback.add_to(module)
            except Exception as error:
                sys.stderr.write(
                    "trainyard: the Trainer callback could not be added (%s); its printed lines are read instead\n"
                    % error
                )

        spec.loader.exec_module = execute_and_add
        return spec


if os.environ.get("TRAINYARD_EVENTS"):
    _report_exceptions()
    if os.environ.get("TRAINYARD_METRICS") == "huggingface" and os.environ.get("RANK", "0") == "0":
        sys.meta_path.insert(0, _TrainerFinder)
try:
    _run_the_other_sitecustomize()
except Exception as error:
    sys.stderr.write("Error in sitecustomize; the program goes on without it: %s: %s\n" % (type(error).__name__, error))
