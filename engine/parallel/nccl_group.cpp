// SPDX-License-Identifier: GPL-3.0-or-later
// Only part of libengine_gpu.so.
#include <dlfcn.h>

#include <algorithm>
#include <string>

#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include "engine/system/first_line.h"
#include "engine/contract/messages.h"
#include "engine/parallel/gpu_module.h"

// ATen/cuda/CUDAContextLight.h declares it, but needs headers of cuSPARSE and cuSOLVER.
namespace at::cuda {
cudaDeviceProp* getDeviceProperties(c10::DeviceIndex device);
}

namespace trainyard {

namespace {

Result<c10::intrusive_ptr<c10d::Backend>> make_nccl_backend(
    const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store,
    std::chrono::seconds timeout) {
  try {
    auto options = c10d::ProcessGroupNCCL::Options::create();
    options->timeout = timeout;
    return c10::intrusive_ptr<c10d::Backend>(c10::make_intrusive<c10d::ProcessGroupNCCL>(
        store, static_cast<int>(ranks.rank), static_cast<int>(ranks.world_size), options));
  } catch (const std::exception& error) {
    return make_error("parallel.nccl",
                      {{"rank", ranks.rank}, {"problem", first_line(error.what())}});
  }
}

void use_device(std::int64_t index) { c10::cuda::set_device(static_cast<c10::DeviceIndex>(index)); }

ComputeCapability compute_capability(std::int64_t index) {
  const cudaDeviceProp* device =
      at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(index));
  return {device->name, device->major, device->minor};
}

std::string device_id(std::int64_t index) {
  const cudaDeviceProp* device =
      at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(index));
  std::string id;
  for (const char byte : device->uuid.bytes) {
    constexpr const char* digits = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(byte);
    id += {digits[value >> 4], digits[value & 15]};
  }
  return id;
}

bool announce_memory(void* memory, std::size_t bytes) {
  if (cudaHostRegister(memory, bytes, cudaHostRegisterPortable) == cudaSuccess) return true;
  (void)cudaGetLastError();  // or the next operation would report it
  return false;
}

bool withdraw_memory(void* memory) {
  return cudaDeviceSynchronize() == cudaSuccess && cudaHostUnregister(memory) == cudaSuccess;
}

kernels::Stream current_stream() { return c10::cuda::getCurrentCUDAStream().stream(); }

// After torch has loaded CUDA's runtime library, which the kernels' library needs.
Result<FusedKernels> open_kernels(std::int64_t index, const std::string& library) {
  const auto missing = [](const std::string& problem) {
    return make_error("gpu.no_kernels", {{"problem", problem}});
  };
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return missing(first_line(dlerror()));
  const auto table_of =
      reinterpret_cast<kernels::TableFunction>(dlsym(handle, kernels::table_symbol));
  const kernels::Table* table = table_of == nullptr ? nullptr : table_of();
  if (table == nullptr || table->version != kernels::table_version)
    return missing(library + " belongs to another version of the engine");
  const cudaDeviceProp* device =
      at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(index));
  return FusedKernels{table, current_stream, 2L * device->multiProcessorCount};
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void trainyard_open_gpu_module(
    Result<GpuModule>* module) {
  try {
    *module = GpuModule{c10::cuda::device_count_ensure_non_zero(),
                        use_device,
                        compute_capability,
                        device_id,
                        make_nccl_backend,
                        {announce_memory, withdraw_memory},
                        open_kernels};
  } catch (const std::exception& error) {
    // Only the first sentence; the rest is advice for another program.
    const std::string text = error.what();
    const std::string problem = text.substr(0, std::min(text.find('\n'), text.find(". ")));
    *module = make_error("gpu.unavailable", {{"problem", problem}});
  }
}

}  // namespace trainyard
