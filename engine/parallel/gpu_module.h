// SPDX-License-Identifier: GPL-3.0-or-later
// The half of the engine that needs torch's GPU libraries: a shared library beside the program,
// opened only when GPUs are asked for, because loading it costs a second and 350 MB.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

struct ComputeCapability {
  std::string name;  // "NVIDIA H100 80GB HBM3"
  int major = 0, minor = 0;
};

// Errors (exit code 3): gpu.too_old (this torch has no kernels for it), gpu.no_bf16 (wanted, but
// the device has none).
Result<void> check_capability(const ComputeCapability& device, bool wants_bf16);

// What libengine_gpu.so gives; both sides are built together.
struct GpuModule {
  std::int64_t num_devices = 0;
  // Makes the device the current one of this process.
  void (*use_device)(std::int64_t index) = nullptr;
  ComputeCapability (*compute_capability)(std::int64_t index) = nullptr;
  // NCCL.
  Result<c10::intrusive_ptr<c10d::Backend>> (*make_backend)(
      const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store,
      std::chrono::seconds timeout) = nullptr;
};

// The library's entry, under this name: fills the module, or returns an error that says why there
// is no GPU to be used.
constexpr const char* kGpuModuleEntry = "trainyard_open_gpu_module";
using GpuModuleEntry = void (*)(Result<GpuModule>* module);

// Opens the library; later calls return the first one's answer. The first call must come before
// anything asks torch about CUDA. Errors (exit code 3): the library is not there or does not load,
// no driver, no device.
Result<const GpuModule*> open_gpu_module();

// Which device a rank takes: its local rank's; the only one where each rank is shown one GPU of its
// own. Error: gpu.fewer_than_ranks.
Result<std::int64_t> device_of(const RankInfo& ranks, std::int64_t num_devices);

// The device of this rank, made current. Errors: as open_gpu_module(), device_of() and
// check_capability().
Result<at::Device> use_gpu(const RankInfo& ranks, bool wants_bf16);

}  // namespace trainyard
