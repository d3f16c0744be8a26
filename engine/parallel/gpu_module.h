// The half of the engine that needs torch's GPU libraries: a shared library beside the program,
// opened only when GPUs are asked for, because loading it costs a second and 350 MB.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// What libengine_gpu.so gives; both sides are built together.
struct GpuModule {
  std::int64_t num_devices = 0;
  // Makes the device the current one of this process.
  void (*use_device)(std::int64_t index) = nullptr;
  Result<std::unique_ptr<ProcessGroup>> (*make_process_group)(
      const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store, at::Device device,
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

// The device of this rank, made current. Errors: as open_gpu_module(), and a node with fewer GPUs
// than ranks.
Result<at::Device> use_gpu(const RankInfo& ranks);

}  // namespace trainyard
