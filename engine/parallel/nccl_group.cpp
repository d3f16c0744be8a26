// SPDX-License-Identifier: GPL-3.0-or-later
// Only part of libengine_gpu.so.
#include <algorithm>
#include <string>

#include <c10/cuda/CUDAFunctions.h>
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

}  // namespace

extern "C" __attribute__((visibility("default"))) void trainyard_open_gpu_module(
    Result<GpuModule>* module) {
  try {
    *module = GpuModule{c10::cuda::device_count_ensure_non_zero(), use_device, compute_capability,
                        device_id, make_nccl_backend};
  } catch (const std::exception& error) {
    // Only the first sentence; the rest is advice for another program.
    const std::string text = error.what();
    const std::string problem = text.substr(0, std::min(text.find('\n'), text.find(". ")));
    *module = make_error("gpu.unavailable", {{"problem", problem}});
  }
}

}  // namespace trainyard
