# SPDX-License-Identifier: GPL-3.0-or-later
"""What `./dev bench gpu` finds on a machine, and the folder that it prepares: programs, their libraries and tokens."""

import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import training

LIMIT = 64 * 2**20  # of what is prepared, in bytes
PROGRAMS = ("engine", "yard-agent", "gpu_step_test")
# Only where there is what they are built with (TRAINYARD_GPU, nvcc).
OPTIONAL = ("libengine_gpu.so", "libengine_kernels.so", "kernels_gpu", "kernels_speed")
SHARED_GPU_NCCL = (2, 30)  # the first that lets two ranks share a GPU

PROFILED = dict(training.ON_GPU, bar=0, steps=12, warm=5)
LONG_ROWS = training.Case(
    "GPT-2, 124 M, 32 x 1024",
    "gpt2",
    training.GPT2 | training.BASE | dict(n_positions=1024),
    **PROFILED | dict(rows=32, length=1024),
)
CASES = [*training.GPU, LONG_ROWS]


# What a rehearsal has in the place of a model's widths.
TINY = {
    "gpt2": dict(n_embd=32, n_layer=2, n_head=2),
    "llama": dict(
        hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2
    ),
    "bert": dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2),
}


def tiny(case):
    config = case.config | TINY[case.kind] | dict(vocab_size=1000)
    return dataclasses.replace(case, config=config, rows=2, length=64, steps=20, warm=10, gpu=False)


def key(case):
    return "".join(letter if letter.isalnum() else "-" for letter in case.name.lower())


@dataclasses.dataclass
class Machine:
    programs: pathlib.Path
    data: pathlib.Path
    rehearse: bool
    gpus: list
    nccl: tuple = ()  # (file, version) of a library to preload
    sanitizer: str = ""

    def environment(self, **more):
        known = {**os.environ, "OMP_NUM_THREADS": str(len(os.sched_getaffinity(0))), "HF_HUB_OFFLINE": "1"}
        # The programs name the folder of the build's torch; on another machine it may be another one.
        known["LD_LIBRARY_PATH"] = ":".join([*map(str, library_folders()), known.get("LD_LIBRARY_PATH", "")]).strip(":")
        if self.rehearse:
            known["CUDA_VISIBLE_DEVICES"] = ""
        return known | more

    def has(self, name):
        return (self.programs / name).exists()


def site_folders():
    own = pathlib.Path(sysconfig.get_path("purelib"))
    below = own / "below.pth"  # the environment of the engine's libraries (./dev)
    return [own, *([pathlib.Path(below.read_text().strip())] if below.exists() else [])]


def library_folders():
    return [
        folder
        for site in site_folders()
        for pattern in ("torch/lib", "pyarrow", "nvidia/*/lib")
        for folder in sorted(site.glob(pattern))
    ]


def gpus():
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=30)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return []
    return [line for line in listed.stdout.splitlines() if line.startswith("GPU ")]


def nccl_version(file):
    """(2, 30, 7), or nothing if this is no NCCL."""
    # In a process of its own, since another NCCL may be loaded here.
    asked = "import ctypes, sys; n = ctypes.c_int(); ctypes.CDLL(sys.argv[1]).ncclGetVersion(ctypes.byref(n)); print(n.value)"
    done = subprocess.run([sys.executable, "-c", asked, str(file)], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        return ()
    number = int(done.stdout)
    return number // 10000, number // 100 % 100, number % 100


def find_nccl(named, prepared):
    """The newest of the library that was named, one that was prepared, and that of Python's packages."""
    files = [named, prepared / "libnccl.so.2", *(site / "nvidia/nccl/lib/libnccl.so.2" for site in site_folders())]
    found = [(nccl_version(file), file) for file in files if file and pathlib.Path(file).exists()]
    version, file = max(found, default=((), None), key=lambda pair: pair[0])
    return (file, version) if version else ()


def find_sanitizer():
    found = [path for site in site_folders() for path in site.glob("nvidia/*/bin/compute-sanitizer")]
    return shutil.which("compute-sanitizer") or next(map(str, found), "")


def copy_programs(build, folder):
    """Without symbols, which are half of them."""
    folder.mkdir(parents=True)
    for name in (*PROGRAMS, *OPTIONAL, "libengine_parquet.so"):
        if (build / name).exists():
            subprocess.run(["strip", "-o", str(folder / name), str(build / name)], check=True)
        elif name in PROGRAMS:
            raise FileNotFoundError(f"{build / name} is not built")


def prepare(build, folder, nccl=None):
    """All that can be made without a GPU, in a folder of its own; returns its bytes. Replaces what is there."""
    shutil.rmtree(folder, ignore_errors=True)
    copy_programs(build, folder / "bin")
    prepare_tokens(CASES, folder / "bin", folder / "data")
    if nccl:
        shutil.copy(nccl, folder / "libnccl.so.2")
    used = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    (folder / "ready.json").write_text(json.dumps({"bytes": used}) + "\n")
    return used


def prepare_tokens(cases, programs, folder):
    machine = Machine(programs, folder, True, [])
    for case in cases:
        own = folder / key(case)
        own.mkdir(parents=True)
        training.prepare_data(case, programs, own, machine.environment(XDG_CACHE_HOME=str(folder / "cache")))
    shutil.rmtree(folder / "cache", ignore_errors=True)
