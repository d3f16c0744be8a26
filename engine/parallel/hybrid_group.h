// SPDX-License-Identifier: GPL-3.0-or-later
// Hybrid shards (FSDP's HYBRID_SHARD, MiCS): a few ranks, such as those of a node, share out the
// model, and each of these groups has all of it. What is gathered for a layer does not leave the
// group; between the groups only the sums of each rank's own part travel.
#pragma once

#include <memory>
#include <vector>

#include "engine/parallel/process_group.h"

namespace trainyard {

class HybridGroup final : public ProcessGroup {
 public:
  // All of them name ranks as the job does. `sharing`: the ranks of this one's group; `replicas`:
  // those that own the same parts.
  HybridGroup(std::unique_ptr<ProcessGroup> all, std::unique_ptr<ProcessGroup> sharing,
              std::unique_ptr<ProcessGroup> replicas)
      : all_(std::move(all)), sharing_(std::move(sharing)), replicas_(std::move(replicas)) {}

  const RankInfo& ranks() const override { return all_->ranks(); }
  ProcessGroup& sharing() override { return *sharing_; }
  ProcessGroup* replicas() override { return replicas_.get(); }
  void start_sum(const at::Tensor& tensor) override { all_->start_sum(tensor); }
  void start_scatter_sum(const at::Tensor& whole, const at::Tensor& part) override;
  void start_gather(const at::Tensor& whole, const at::Tensor& part) override {
    sharing_->start_gather(whole, part);
  }
  void finish_started() override;
  void broadcast(at::Tensor& tensor, std::int64_t root) override { all_->broadcast(tensor, root); }
  void barrier() override { all_->barrier(); }
  void settle() override;
  void settle_former() override;
  void run_on_first_rank(const std::function<void(const Heartbeat&)>& work) override {
    all_->run_on_first_rank(work);
  }
  void set_timeout(std::chrono::milliseconds timeout) override;
  // What ranks know of each other is the same in all groups.
  std::chrono::milliseconds set_patience(std::chrono::milliseconds longest) override {
    return all_->set_patience(longest);
  }
  void set_purpose(const Purpose& purpose) override { all_->set_purpose(purpose); }
  std::vector<Collective> recent_collectives() const override { return all_->recent_collectives(); }
  StepClock* step_clock() override { return all_->step_clock(); }
  bool shutdown(std::chrono::milliseconds limit) override;
  void abort() override;

 private:
  std::unique_ptr<ProcessGroup> all_, sharing_, replicas_;
  std::vector<at::Tensor> parts_;  // summed within the group and not yet over the replicas
};

}  // namespace trainyard
