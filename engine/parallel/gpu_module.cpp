#include "engine/parallel/gpu_module.h"

#include <dlfcn.h>

#include <filesystem>

namespace trainyard {

namespace {

Error gpu_error(const std::string& problem) {
  return {"gpu.unavailable",
          {{"problem", problem}},
          "GPUs were asked for, but cannot be used: " + problem +
              "; run on a node with an NVIDIA GPU and driver, or set resources.gpus_per_node to 0",
          ExitCode::environment};
}

Result<GpuModule> load() {
  std::error_code failure;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
  std::filesystem::path library = program.parent_path() / "libengine_gpu.so";
  // Started through a loader of our own, the program is that loader, and it was told where the
  // library is.
  if (!std::filesystem::exists(library, failure)) library = library.filename();
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) return gpu_error(dlerror());
  const auto entry = reinterpret_cast<GpuModuleEntry>(dlsym(handle, kGpuModuleEntry));
  if (entry == nullptr) return gpu_error(library.string() + " is not the engine's GPU library");
  Result<GpuModule> module = GpuModule{};
  entry(&module);
  if (!module) return gpu_error(module.error().message);
  return module;
}

}  // namespace

Result<const GpuModule*> open_gpu_module() {
  static const Result<GpuModule> module = load();
  if (!module) return module.error();
  return &*module;
}

Result<at::Device> use_gpu(const RankInfo& ranks) {
  const Result<const GpuModule*> module = open_gpu_module();
  if (!module) return module.error();
  if (ranks.local_rank >= (*module)->num_devices)
    return gpu_error("this node shows " + std::to_string((*module)->num_devices) + " GPUs to " +
                     std::to_string(ranks.local_world_size) + " ranks");
  (*module)->use_device(ranks.local_rank);
  return at::Device(at::kCUDA, static_cast<at::DeviceIndex>(ranks.local_rank));
}

}  // namespace trainyard
