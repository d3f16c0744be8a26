// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/process_group.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include "engine/parallel/c10d_group.h"
#include "engine/parallel/gloo_group.h"
#include "engine/parallel/gpu_module.h"
#include "engine/parallel/group_of_ranks.h"
#include "engine/parallel/rendezvous.h"

namespace trainyard {

namespace {

class LoneProcess final : public ProcessGroup {
 public:
  explicit LoneProcess(const RankInfo& ranks) : ranks_(ranks) {}
  const RankInfo& ranks() const override { return ranks_; }
  void start_sum(const at::Tensor&) override {}
  void start_scatter_sum(const at::Tensor&, const at::Tensor&) override {}
  void start_gather(const at::Tensor&, const at::Tensor&) override {}
  void finish_started() override {}
  void broadcast(at::Tensor&, std::int64_t) override {}
  void barrier() override {}
  void run_on_first_rank(const std::function<void(const Heartbeat&)>& work) override {
    work([] {});
  }
  void settle() override {}
  void set_timeout(std::chrono::milliseconds) override {}
  void abort() override {}

 private:
  RankInfo ranks_;
};

}  // namespace

Result<std::unique_ptr<ProcessGroup>> make_process_group(const RankInfo& ranks, at::Device device,
                                                         std::chrono::seconds timeout) {
  if (ranks.world_size == 1) return make_group_of_ranks(ranks, {}, device, timeout);
  TRY(const c10::intrusive_ptr<c10d::Store> store, meet(ranks, timeout));
  return make_group_of_ranks(ranks, store, device, timeout);
}

Result<std::unique_ptr<ProcessGroup>> make_group_of_ranks(
    const RankInfo& ranks, const c10::intrusive_ptr<c10d::Store>& store, at::Device device,
    std::chrono::seconds timeout) {
  if (ranks.world_size == 1)
    return std::unique_ptr<ProcessGroup>(std::make_unique<LoneProcess>(ranks));
  const auto part = [&](const char* name) {
    return c10::make_intrusive<c10d::PrefixStore>(name, store);
  };
  TRY(const auto host, make_gloo_backend(ranks, part("host"), timeout));
  c10::intrusive_ptr<c10d::Backend> gpu;
  if (!device.is_cpu()) {
    TRY(const GpuModule* module, open_gpu_module());
    TRY(gpu, module->make_backend(ranks, part("gpu"), timeout));
  }
  return std::unique_ptr<ProcessGroup>(
      std::make_unique<C10dGroup>(ranks, store, host, gpu, timeout));
}

}  // namespace trainyard
