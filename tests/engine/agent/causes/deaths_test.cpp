// SPDX-License-Identifier: GPL-3.0-or-later
// What today's programs print when they die, and what is made of it: cause and remedy. Each text as
// it stands, behind harmless warnings of healthy programs, behind an error that was caught, and as
// the end of a chain of exceptions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/agent/causes/diagnose.h"
#include "engine/agent/causes/error_output.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

struct Death {
  const char* text;
  const char* code;    // without "failure."
  const char* advice;  // without "advice."; empty: none
};

// The last line of an uncaught exception of Python.
constexpr Death exceptions[] = {
    {"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total "
     "capacity of 39.39 GiB of which 1.05 GiB is free.",
     "out_of_memory", "smaller_batch"},
    {"torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB",
     "out_of_memory", "smaller_batch"},
    {"RuntimeError: CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
     "out_of_memory", "smaller_batch"},
    {"torch.OutOfMemoryError: HIP out of memory. Tried to allocate 5.32 GiB", "out_of_memory",
     "smaller_batch"},
    {"jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to "
     "allocate 34359738368 bytes.",
     "out_of_memory", "smaller_batch"},
    {"RuntimeError: [enforce fail at alloc_cpu.cpp:115] err == 0. DefaultCPUAllocator: can't "
     "allocate memory: you tried to allocate 80000000000 bytes.",
     "out_of_memory", "more_memory"},
    {"OSError: [Errno 12] Cannot allocate memory", "out_of_memory", "more_memory"},
    {"MemoryError", "out_of_memory", "more_memory"},
    {"numpy._core._exceptions._ArrayMemoryError: Unable to allocate 745. GiB for an array with "
     "shape (100000000000,) and data type float64",
     "out_of_memory", "more_memory"},
    {"OSError: [Errno 28] No space left on device", "disk_full", "free_disk"},
    {"OSError: [Errno 122] Disk quota exceeded: 'checkpoint-500'", "disk_full", "free_quota"},
    {"torch.distributed.DistNetworkError: The server socket has failed to listen on any local "
     "network address. port: 29500, useIpv6: false, code: -98, name: EADDRINUSE, message: address "
     "already in use",
     "exception_advice", "port_in_use"},
    {"RuntimeError: The server socket has failed to listen on any local network address. The "
     "server socket has failed to bind to [::]:29500 (errno: 98 - Address already in use).",
     "exception_advice", "port_in_use"},
    {"OSError: [Errno 98] Address already in use", "exception_advice", "port_in_use"},
    {"torch.AcceleratorError: CUDA error: invalid device ordinal", "cuda", "too_many_processes"},
    {"torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:3690, invalid usage, "
     "NCCL version 2.27.5 Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 10",
     "cuda", "too_many_processes"},
    {"torch.distributed.DistBackendError: [Rank 0] Watchdog caught collective operation timeout: "
     "WorkNCCL(SeqNum=5, OpType=ALLREDUCE) ran for 600029 milliseconds before timing out.",
     "communication", "rank_timeout"},
    {"torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 1/2 "
     "clients joined.",
     "communication", "ranks_unreachable"},
    {"torch.distributed.DistNetworkError: The client socket has failed to connect to any network "
     "address of (node1, 29500). The client socket has failed to connect to node1:29500 (errno: "
     "113 - No route to host).",
     "communication", "ranks_unreachable"},
    {"RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer "
     "[10.0.0.2]:33564",
     "communication", "other_rank_ended"},
    {"torch.distributed.DistBackendError: NCCL error in: NCCLUtils.hpp:275, remote process exited "
     "or there was a network error, NCCL version 2.21.5",
     "communication", "other_rank_failed"},
    {"RuntimeError: NCCL error in: ProcessGroupNCCL.cpp:1970, unhandled system error, NCCL version "
     "2.19.3",
     "communication", "other_rank_failed"},
    {"RuntimeError: CUDA error: no kernel image is available for execution on the device", "cuda",
     "gpu_not_supported"},
    {"RuntimeError: The NVIDIA driver on your system is too old (found version 11040). Please "
     "update your GPU driver",
     "cuda", "driver_too_old"},
    {"RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 804: forward compatibility "
     "was attempted on non supported HW",
     "cuda", "driver_too_old"},
    {"RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA "
     "GPU",
     "cuda", "no_driver"},
    {"RuntimeError: No CUDA GPUs are available", "cuda", "no_driver"},
    {"AssertionError: Torch not compiled with CUDA enabled", "cuda", "no_driver"},
    {"RuntimeError: CUDA error: all CUDA-capable devices are busy or unavailable", "cuda",
     "gpu_busy"},
    {"RuntimeError: CUDA error: device-side assert triggered", "cuda", "device_assert"},
    {"RuntimeError: CUDA error: uncorrectable ECC error encountered", "cuda", "broken_gpu"},
    {"RuntimeError: CUDA error: an illegal memory access was encountered", "cuda", "cuda_blocking"},
    {"RuntimeError: cuDNN error: CUDNN_STATUS_INTERNAL_ERROR", "cuda", "other_node"},
    {"RuntimeError: DataLoader worker (pid 1234) is killed by signal: Killed.", "exception_advice",
     "worker_killed"},
    {"RuntimeError: DataLoader worker (pid 1234) is killed by signal: Bus error. It is possible "
     "that dataloader's workers are out of shared memory. Please try to raise your shared memory "
     "limit.",
     "exception_advice", "shared_memory"},
    {"RuntimeError: unable to open shared memory object </torch_12_34_0> in read-write mode: No "
     "space left on device (28)",
     "exception_advice", "shared_memory"},
    {"RuntimeError: received 0 items of ancdata, OSError: [Errno 24] Too many open files",
     "exception_advice", "open_files"},
    {"RuntimeError: can't start new thread", "exception_advice", "more_processes"},
    {"ModuleNotFoundError: No module named 'flash_attn'", "exception_advice", "install_module"},
    {"ImportError: cannot import name 'AdamW' from 'transformers'", "exception_advice",
     "version_mismatch"},
    {"ImportError: libcudart.so.11.0: cannot open shared object file: No such file or directory",
     "exception_advice", "missing_library"},
    {"ImportError: /lib64/libstdc++.so.6: version `GLIBCXX_3.4.29' not found", "exception_advice",
     "older_system"},
    {"ImportError: flash_attn_2_cuda.so: undefined symbol: _ZN3c104cuda9SetDeviceEi",
     "exception_advice", "rebuild"},
    {"FileNotFoundError: [Errno 2] No such file or directory: 'data/train.txt'", "exception_advice",
     "check_paths"},
    {"PermissionError: [Errno 13] Permission denied: '/scratch/lab'", "exception_advice",
     "permission"},
    {"OSError: [Errno 116] Stale file handle", "exception_advice", "file_system"},
    {"OSError: [Errno 5] Input/output error", "exception_advice", "file_system"},
    {"huggingface_hub.errors.GatedRepoError: 401 Client Error. Cannot access gated repo for url "
     "https://huggingface.co/meta-llama/Llama-3.2-1B/resolve/main/config.json.",
     "exception_advice", "hub_login"},
    {"OSError: gpt22 is not a local folder and is not a valid model identifier listed on "
     "'https://huggingface.co/models'",
     "exception_advice", "hub_name"},
    {"OSError: We couldn't connect to 'https://huggingface.co' to load the files, and couldn't "
     "find them in the cached files.",
     "exception_advice", "no_internet"},
    {"huggingface_hub.errors.LocalEntryNotFoundError: Cannot find the requested files in the disk "
     "cache and outgoing traffic has been disabled.",
     "exception_advice", "no_internet"},
    {"requests.exceptions.ConnectionError: HTTPSConnectionPool(host='huggingface.co', port=443): "
     "Max retries exceeded with url: /gpt2 (Caused by NewConnectionError('Network is "
     "unreachable'))",
     "exception_advice", "no_internet"},
    {"huggingface_hub.errors.HfHubHTTPError: 429 Client Error: Too Many Requests for url",
     "exception_advice", "hub_limit"},
    {"safetensors_rust.SafetensorError: Error while deserializing header: HeaderTooLarge",
     "exception_advice", "damaged_file"},
    {"_pickle.UnpicklingError: invalid load key, 'v'.", "exception_advice", "damaged_file"},
    {"RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central "
     "directory",
     "exception_advice", "damaged_file"},
    {"RuntimeError: Error(s) in loading state_dict for GPT2LMHeadModel:", "exception_advice",
     "other_model"},
    {"wandb.errors.errors.UsageError: api_key not configured (no-tty). call wandb.login(key=...)",
     "exception_advice", "wandb_login"},
    {"wandb.errors.errors.UsageError: No API key configured. Use `wandb login` to log in",
     "exception_advice", "wandb_login"},
    {"EOFError: EOF when reading a line", "exception_advice", "no_terminal"},
    {"Exception: Current loss scale already at minimum - cannot decrease scale anymore.",
     "exception_advice", "not_finite"},
    {"ValueError: Some specified arguments are not used by the HfArgumentParser: ['--bf17']",
     "exception_advice", "arguments"},
    {"ValueError: the width 7 is odd", "exception", ""},
    {"KeyError: 'label'", "exception", ""},
    {"ZeroDivisionError: division by zero", "exception", ""},
    {"torch._dynamo.exc.Unsupported: call_function BuiltinVariable(print)", "exception", ""},
};

// The last line of another program.
constexpr Death lines[] = {
    {"terminate called after throwing an instance of 'std::bad_alloc'", "out_of_memory",
     "more_memory"},
    {"/var/spool/slurmd/job7/slurm_script: line 9: torchrun: command not found", "exception_advice",
     "command_missing"},
    {"sh: 1: accelerate: not found", "exception_advice", "command_missing"},
    {"/var/spool/slurmd/job7/slurm_script: line 4: module: command not found", "exception_advice",
     "no_modules"},
    {"Lmod has detected the following error: The following module(s) are unknown: \"cuda/12.1\"",
     "exception_advice", "unknown_module"},
    {"ModuleCmd_Load.c(213):ERROR:105: Unable to locate a modulefile for 'pytorch'",
     "exception_advice", "unknown_module"},
    {"CondaError: Run 'conda init' before 'conda activate'", "exception_advice", "conda_hook"},
    {"EnvironmentNameNotFound: Could not find conda environment: lab", "exception_advice",
     "conda_name"},
    {"job.sh: line 2: $'\\r': command not found", "exception_advice", "carriage_returns"},
    {"bash: ./train.sh: /bin/bash^M: bad interpreter: No such file or directory",
     "exception_advice", "carriage_returns"},
    {"job.sh: line 12: DATA: unbound variable", "exception_advice", "unset_variable"},
    {"job.sh: line 30: syntax error: unexpected end of file", "exception_advice", "shell_syntax"},
    {"job.sh: line 3: venv/bin/activate: No such file or directory", "exception_advice",
     "check_paths"},
    {"bash: ./prepare: Permission denied", "exception_advice", "permission"},
    {"bash: ./prepare: cannot execute binary file: Exec format error", "exception_advice",
     "other_machine"},
    {"train.py: error: unrecognized arguments: --epocs 3", "exception_advice", "arguments"},
    {"FATAL:   could not open image /images/lm.sif: failed to retrieve path", "exception_advice",
     "container_image"},
    {"FATAL:   container creation failed: mount /data->/data error: while mounting /data: mount "
     "source /data doesn't exist",
     "exception_advice", "container_mount"},
    {"srun: error: Unable to create step for job 12: More processors requested than permitted",
     "exception_advice", "step_too_large"},
    {"rsync: [receiver] write failed on \"/scratch/x\": No space left on device (28)", "disk_full",
     "free_disk"},
    {"tar: model.bin: Cannot write: Disk quota exceeded", "disk_full", "free_quota"},
    {"curl: (6) Could not resolve host: huggingface.co", "exception_advice", "no_internet"},
    {"node1:1:1 [0] transport/net_socket.cc:42 NCCL WARN Net: no interface", "communication",
     "other_rank_failed"},
    {"ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient "
     "shared memory (shm).",
     "exception_advice", "shared_memory"},
    {"fatal: CUDA driver version is insufficient for CUDA runtime version", "cuda",
     "driver_too_old"},
};

// What healthy programs print, too.
constexpr const char* usual_lines[] = {
    "wandb: WARNING Network error, entering retry loop: Connection reset by peer",
    "node1:12:12 [0] NCCL WARN NET/IB : No device found.",
    "node1:12:12 [0] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>",
    "CUDA out of memory with batch 16, trying 8",
    "WARNING: Found no NVIDIA driver, falling back to the CPU",
    "UserWarning: CUDA initialization: The NVIDIA driver on your system is too old",
    "W1128 10:00:00.1 torch/distributed: NCCL error handling is async, WARNING only",
    "Retrying in 5 s: Temporary failure in name resolution",
    "warnings.warn(\"No module named 'triton', some optimizations are ignored\")",
    "INFO:root:cache not found, No such file or directory; skipping",
    "FutureWarning: `torch.load` with `weights_only=False`: UnpicklingError is possible",
    "[WARNING] Permission denied for /home/me/.cache, using instead /tmp",
    "DEBUG: 429 Client Error: Too Many Requests, retry 1 of 5",
    "deprecated: cannot import name 'x'; instead of it y is used",
    "info: MemoryError was recovered from with a smaller pool",
    "bash: warning: setlocale: LC_ALL: cannot change locale (de_DE): No such file or directory",
    "Skipping disk_cache: Disk quota exceeded",
    "caught NCCL error of the probe, continuing with gloo",
    "module load: warning: module(s) are unknown are ignored",
    "ptxas info: 0 bytes; CUDA error checks are ignored here",
};

std::string traceback(const std::string& exception) {
  return "Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\n    "
         "main()\n" +
         exception + "\n";
}

constexpr const char* progress = "step 1 loss 2.31\nstep 2 loss 2.20\n";

Failure failure_with(std::string output, bool has_peers = true) {
  Failure failure;
  failure.rank = 0;
  failure.program = "train.py";
  failure.wait_status = 1 << 8;
  failure.node = "node1";
  failure.error_output = std::move(output);
  failure.has_peers = has_peers;
  return failure;
}

void expect(const Death& death, const std::string& output) {
  const EndEvent end = diagnose(failure_with(output));
  EXPECT_EQ(end.code, std::string("failure.") + death.code) << output;
  const Map* advice = nullptr;
  for (const auto& [name, value] : end.arguments)
    if (name == "advice") advice = value.get_if<Map>();
  EXPECT_EQ(advice ? get<std::string>(*advice, "code") : std::string(),
            *death.advice ? std::string("advice.") + death.advice : std::string())
      << output;
}

}  // namespace

TEST(Deaths, ExceptionsInAllSurroundings) {
  for (const Death& death : exceptions) {
    const std::string own = traceback(death.text);
    expect(death, own);
    expect(death, progress + own + "wandb: You can sync this run to the cloud\n");
    // Caught and logged before.
    expect(death, traceback("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB") +
                      "trying a smaller batch\n" + progress + own);
    // From a rank, behind one that only lost it.
    std::string ranked = own;
    for (std::size_t at = 0; at != std::string::npos && at < ranked.size();) {
      ranked.insert(at, "[rank1]: ");
      at = ranked.find('\n', at);
      if (at != std::string::npos) ++at;
    }
    expect(death, ranked + progress);
    if (std::string(death.code) == "communication") continue;
    expect(death, own + traceback("torch.distributed.DistBackendError: NCCL error in: x.cpp:1, "
                                  "remote process exited or there was a network error"));
    if (std::string(death.code) == "exception") continue;
    // The cause of an exception that says less.
    expect(death, own +
                      "\nThe above exception was the direct cause of the following exception:\n\n" +
                      traceback("datasets.exceptions.DatasetGenerationError: An error occurred "
                                "while generating the dataset"));
  }
}

TEST(Deaths, LinesOfOtherPrograms) {
  for (const Death& death : lines) {
    expect(death, std::string(death.text) + "\n");
    expect(death, progress + std::string(death.text) +
                      "\nsrun: error: node1: task 0: Exited with "
                      "exit code 1\n");
  }
}

TEST(Deaths, HarmlessLinesBeforeAnotherDeath) {
  for (const char* text : usual_lines) {
    const std::string first = std::string(text) + "\n";
    for (const std::string& output :
         {first + progress + "label 7 is out of range\n", first + "label 7 is out of range\n"}) {
      const EndEvent end = diagnose(failure_with(output));
      EXPECT_EQ(end.code, "failure.exit_code") << output << end.reason;
      EXPECT_EQ(end.exit_code, 1);
      EXPECT_NE(end.reason.find("label 7 is out of range"), std::string::npos) << end.reason;
    }
    expect({"", "exception", ""}, first + traceback("ValueError: the width 7 is odd"));
    expect({"", "exception", ""}, first + progress + traceback("KeyError: 'label'"));
  }
}

TEST(Deaths, ErrorsThatWereCaught) {
  for (const char* text :
       {"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB",
        "ConnectionResetError: [Errno 104] Connection reset by peer",
        "ModuleNotFoundError: No module named 'apex'",
        "OSError: [Errno 28] No space left on device",
        "FileNotFoundError: [Errno 2] No such file or directory: 'cache'",
        "RuntimeError: NCCL error in: x.cpp:1, unhandled system error",
        "requests.exceptions.ConnectTimeout: timed out",
        "PermissionError: [Errno 13] Permission "
        "denied: '/root'",
        "MemoryError", "RuntimeError: cuDNN error: CUDNN_STATUS_NOT_SUPPORTED"}) {
    const EndEvent end = diagnose(failure_with("ERROR:root:it failed, going on without\n" +
                                               traceback(text) + "loading the data\n" + progress +
                                               "error: the validation file is empty\n"));
    EXPECT_EQ(end.code, "failure.exit_code") << text << end.reason;
    EXPECT_NE(end.reason.find("the validation file is empty"), std::string::npos) << end.reason;
    EXPECT_EQ(end.exit_code, 1);
  }
}

TEST(Deaths, AProgramAloneLosesNobody) {
  const std::string output = "step 1 loss 2\nrequests: Connection reset by peer\n";
  const EndEvent alone = diagnose(failure_with(output, false));
  EXPECT_EQ(alone.code, "failure.exception") << alone.reason;
  EXPECT_EQ(alone.exit_code, 1);
  EXPECT_EQ(alone.reason.find("other ranks"), std::string::npos) << alone.reason;
  EXPECT_EQ(diagnose(failure_with(output)).code, "failure.communication");
}

TEST(Deaths, TheLastLineStandsBesideALineWithASign) {
  const EndEvent end =
      diagnose(failure_with("cp: cannot stat 'a.bin': No such file or directory\ngiving up\n"));
  EXPECT_EQ(end.code, "failure.exception_advice");
  EXPECT_NE(end.reason.find("cannot stat 'a.bin'"), std::string::npos) << end.reason;
  EXPECT_NE(end.reason.find("giving up"), std::string::npos) << end.reason;
}
