// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/process_group.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <stdexcept>
#include <string>

#include "engine/contract/messages.h"
#include "engine/parallel/c10d_group.h"
#include "engine/parallel/connecting.h"
#include "engine/parallel/device_check.h"
#include "engine/parallel/gloo_group.h"
#include "engine/parallel/gpu_module.h"
#include "engine/parallel/group_of_ranks.h"
#include "engine/parallel/hybrid_group.h"
#include "engine/parallel/lone_process.h"
#include "engine/parallel/presence.h"
#include "engine/parallel/rendezvous.h"
#include "engine/parallel/step_clock.h"
#include "engine/system/node_name.h"

namespace trainyard {

namespace {

using Store = c10::intrusive_ptr<c10d::Store>;

// NCCL connects in its first collective, and blocks this thread until all ranks have come to it.
Result<void> connect_gpus(Presence& presence, ProcessGroup& group, at::Device device,
                          std::int64_t size, const std::string& prefix,
                          std::chrono::seconds timeout) {
  TRY(const GpuModule* module, open_gpu_module());
  return connect_within(presence, prefix + "gpu/", timeout, [&group, module, device, size] {
    module->use_device(device.index());  // of this thread
    const at::Tensor one = at::ones({1}, at::device(device).dtype(at::kFloat));
    group.all_reduce_sum(one);
    group.settle();
    if (const float sum = one.item<float>(); sum != static_cast<float>(size))
      throw std::runtime_error("a sum of ones is " + std::to_string(sum));
    return Result<void>();
  });
}

// Connects the ranks `members`, which count themselves from 0; they are named as the job does, also
// when one of them is missed.
Result<std::unique_ptr<ProcessGroup>> connect_members(const RankInfo& members,
                                                      const std::shared_ptr<Presence>& presence,
                                                      const std::shared_ptr<StepClock>& clock,
                                                      const Store& store, const std::string& prefix,
                                                      at::Device device,
                                                      std::chrono::seconds timeout) {
  const auto part = [&](const char* name) {
    return c10::make_intrusive<c10d::PrefixStore>(prefix + name, store);
  };
  // Gloo tries several times, each for its whole timeout.
  const auto host = std::make_shared<c10::intrusive_ptr<c10d::Backend>>();
  TRY(connect_within(*presence, prefix + "host/", timeout,
                     [=, own = part("host")]() -> Result<void> {
                       TRY(*host, make_gloo_backend(members, own, timeout));
                       return {};
                     }));
  c10::intrusive_ptr<c10d::Backend> gpu;
  if (!device.is_cpu()) {
    TRY(const GpuModule* module, open_gpu_module());
    TRY(gpu, module->make_backend(members, part("gpu"), timeout));
  }
  std::unique_ptr<ProcessGroup> group =
      std::make_unique<C10dGroup>(presence, *host, gpu, timeout, clock);
  if (gpu) {
    TRY(connect_gpus(*presence, *group, device, members.world_size, prefix, timeout));
  }
  return group;
}

}  // namespace

Result<std::unique_ptr<ProcessGroup>> make_process_group(const RankInfo& ranks, at::Device device,
                                                         std::chrono::seconds timeout,
                                                         std::int64_t shard_degree) {
  if (ranks.world_size == 1) return make_group_of_ranks(ranks, {}, device, timeout, 0);
  TRY(const Store store, meet(ranks, timeout));
  return make_group_of_ranks(ranks, store, device, timeout, shard_degree);
}

Result<std::unique_ptr<ProcessGroup>> make_group_of_ranks(const RankInfo& ranks, const Store& store,
                                                          at::Device device,
                                                          std::chrono::seconds timeout,
                                                          std::int64_t shard_degree) {
  if (ranks.world_size == 1)
    return std::unique_ptr<ProcessGroup>(std::make_unique<LoneProcess>(ranks));
  if (!device.is_cpu()) {
    TRY(const GpuModule* module, open_gpu_module());
    TRY(check_devices(*store, ranks, {own_node_name(), module->device_id(device.index())},
                      timeout));
  }
  const std::shared_ptr<Presence> presence = Presence::start(ranks, store);
  const auto clock = std::make_shared<StepClock>(device);
  TRY(auto all, connect_members(ranks, presence, clock, store, "", device, timeout));
  if (shard_degree == 0 || shard_degree == ranks.world_size) return all;
  const std::int64_t own = ranks.rank % shard_degree, group = ranks.rank / shard_degree;
  RankInfo members = ranks;
  members.rank = own;
  members.world_size = shard_degree;
  TRY(auto sharing, connect_members(members, presence, clock, store,
                                    "sharing/" + std::to_string(group) + "/", device, timeout));
  members.rank = group;
  members.world_size = ranks.world_size / shard_degree;
  TRY(auto replicas, connect_members(members, presence, clock, store,
                                     "replicas/" + std::to_string(own) + "/", device, timeout));
  return std::unique_ptr<ProcessGroup>(
      std::make_unique<HybridGroup>(std::move(all), std::move(sharing), std::move(replicas)));
}

}  // namespace trainyard
