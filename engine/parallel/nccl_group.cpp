// Built into libengine_gpu.so only.
#include <algorithm>

#include <c10/cuda/CUDAFunctions.h>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include "engine/parallel/c10d_group.h"
#include "engine/parallel/gpu_module.h"

namespace trainyard {

namespace {

Result<std::unique_ptr<ProcessGroup>> make_nccl_group(const RankInfo& ranks,
                                                      const c10::intrusive_ptr<c10d::Store>& store,
                                                      at::Device device,
                                                      std::chrono::seconds timeout) {
  try {
    auto options = c10d::ProcessGroupNCCL::Options::create();
    options->timeout = timeout;
    auto backend = c10::make_intrusive<c10d::ProcessGroupNCCL>(
        store, static_cast<int>(ranks.rank), static_cast<int>(ranks.world_size), options);
    return std::unique_ptr<ProcessGroup>(
        std::make_unique<C10dGroup>(ranks, store, backend, device));
  } catch (const std::exception& error) {
    const std::string text = error.what();
    return Error{"parallel.connect",
                 {{"rank", ranks.rank}},
                 "rank " + std::to_string(ranks.rank) +
                     " could not start NCCL: " + text.substr(0, text.find('\n')),
                 ExitCode::communication};
  }
}

void use_device(std::int64_t index) { c10::cuda::set_device(static_cast<c10::DeviceIndex>(index)); }

}  // namespace

extern "C" __attribute__((visibility("default"))) void trainyard_open_gpu_module(
    Result<GpuModule>* module) {
  try {
    *module = GpuModule{c10::cuda::device_count_ensure_non_zero(), use_device, make_nccl_group};
  } catch (const std::exception& error) {
    // Its first sentence; the rest is advice for another program.
    const std::string text = error.what();
    *module = Error{"gpu.unavailable",
                    {},
                    text.substr(0, std::min(text.find('\n'), text.find(". "))),
                    ExitCode::environment};
  }
}

}  // namespace trainyard
