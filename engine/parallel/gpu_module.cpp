// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/gpu_module.h"

#include <dlfcn.h>

#include <filesystem>

#include "engine/system/beside_program.h"
#include "engine/contract/messages.h"
#include "engine/model/attention_kernels.h"

namespace trainyard {

namespace {

// torch 2.11 has kernels for Turing and later; its bf16 products require Ampere.
constexpr int kOldestMajor = 7, kOldestMinor = 5, kFirstWithBf16 = 8;
// Ampere, which the engine's own kernels are compiled for (engine/kernels/CMakeLists.txt).
constexpr int kFirstWithKernels = 8;

Error gpu_error(const std::string& problem) {
  return make_error("gpu.unavailable", {{"problem", problem}});
}

Result<GpuModule> load() {
  const std::filesystem::path library = beside_program("libengine_gpu.so");
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) return gpu_error(dlerror());
  const auto entry = reinterpret_cast<GpuModuleEntry>(dlsym(handle, kGpuModuleEntry));
  if (entry == nullptr) return make_error("gpu.not_the_library", {{"library", library.string()}});
  Result<GpuModule> module = GpuModule{};
  entry(&module);
  return module;
}

}  // namespace

Result<const GpuModule*> open_gpu_module() {
  static const Result<GpuModule> module = load();
  if (!module) return module.error();
  return &*module;
}

Result<void> check_capability(const ComputeCapability& device, bool wants_bf16) {
  const std::string version = std::to_string(device.major) + "." + std::to_string(device.minor);
  const Map arguments = {{"device", device.name}, {"capability", version}};
  if (device.major < kOldestMajor || (device.major == kOldestMajor && device.minor < kOldestMinor))
    return make_error("gpu.too_old", arguments);
  if (wants_bf16 && device.major < kFirstWithBf16) return make_error("gpu.no_bf16", arguments);
  return {};
}

Result<std::int64_t> device_of(const RankInfo& ranks, std::int64_t num_devices) {
  if (num_devices == 1) return std::int64_t{0};
  if (ranks.local_rank < num_devices) return ranks.local_rank;
  return make_error("gpu.fewer_than_ranks",
                    {{"found", num_devices}, {"ranks", ranks.local_world_size}});
}

Result<void> use_fused_kernels(at::Device device, bool wants_them) {
  set_fused_kernels(at::kCUDA, {});
  if (!wants_them || !device.is_cuda()) return {};
  TRY(const GpuModule* module, open_gpu_module());
  const ComputeCapability able = module->compute_capability(device.index());
  if (able.major < kFirstWithKernels)
    return make_error("gpu.kernels_too_old", {{"device", able.name}});
  TRY(const FusedKernels kernels,
      module->open_kernels(device.index(), beside_program("libengine_kernels.so").string()));
  set_fused_kernels(at::kCUDA, kernels);
  return {};
}

Result<at::Device> use_gpu(const RankInfo& ranks, bool wants_bf16) {
  TRY(const GpuModule* module, open_gpu_module());
  TRY(const std::int64_t index, device_of(ranks, module->num_devices));
  const ComputeCapability able = module->compute_capability(index);
  TRY(check_capability(able, wants_bf16));
  module->use_device(index);
  set_host_registration(module->host_memory);
  const at::Device device(at::kCUDA, static_cast<at::DeviceIndex>(index));
  set_attention_gpu({able.major, able.minor});
  // Until it is known that all rows have the same length.
  prefer_attention_kernels(device, /*has_fixed_lengths=*/false);
  return device;
}

}  // namespace trainyard
