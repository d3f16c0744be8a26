// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the engine that needs torch's GPU libraries: a shared library next to the program
// that is only loaded when GPUs are used, because loading takes a second and 350 MB.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/contract/result.h"
#include "engine/model/fused_kernels.h"
#include "engine/model/host_arena.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

struct ComputeCapability {
  std::string name;  // "NVIDIA H100 80GB HBM3"
  int major = 0, minor = 0;
};

// Errors (exit code 3): gpu.too_old (this torch has no kernels for it), gpu.no_bf16 (requested, but
// not supported by the device).
Result<void> check_capability(const ComputeCapability& device, bool wants_bf16);

// The interface of libengine_gpu.so; both sides are built together.
struct GpuModule {
  std::int64_t num_devices = 0;
  // Makes the device current in this process.
  void (*use_device)(std::int64_t index) = nullptr;
  ComputeCapability (*compute_capability)(std::int64_t index) = nullptr;
  // The same for all processes that use the device, or slice of one, and for no others: its UUID.
  std::string (*device_id)(std::int64_t index) = nullptr;
  // Creates the NCCL backend.
  Result<c10::intrusive_ptr<c10d::Backend>> (*make_backend)(
      const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store,
      std::chrono::seconds timeout) = nullptr;
  // Main memory that the GPUs copy to and from.
  HostRegistration host_memory;
  // Opens the library of the engine's own kernels for the device.
  Result<FusedKernels> (*open_kernels)(std::int64_t index, const std::string& library) = nullptr;
};

// The name of the library's entry point, which fills the module or returns an error that says why
// no GPU can be used.
constexpr const char* kGpuModuleEntry = "trainyard_open_gpu_module";
using GpuModuleEntry = void (*)(Result<GpuModule>* module);

// Loads the library; later calls return the first result. The first call must precede anything that
// asks torch about CUDA. Errors (exit code 3): the library is missing or does not load, no driver,
// no device.
Result<const GpuModule*> open_gpu_module();

// Returns the device index for a rank: its local rank, or the only device if each rank sees just
// one GPU. Error: gpu.fewer_than_ranks.
Result<std::int64_t> device_of(const RankInfo& ranks, std::int64_t num_devices);

// Lets the device compute with the engine's own kernels from now on, if `wants_them`, and else not.
// Errors, which leave it to torch's operators: gpu.no_kernels (they are not installed, or of
// another version), gpu.kernels_too_old (the device is older than they are compiled for).
Result<void> use_fused_kernels(at::Device device, bool wants_them);

// Returns this rank's device after making it current. Errors: as for open_gpu_module(), device_of()
// and check_capability().
Result<at::Device> use_gpu(const RankInfo& ranks, bool wants_bf16);

}  // namespace trainyard
