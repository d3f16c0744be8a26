// SPDX-License-Identifier: GPL-3.0-or-later
// A process group that sends nothing.
#pragma once

#include "engine/parallel/process_group.h"

namespace trainyard {

// Of a single rank; also the base of groups that only look at what they are asked for.
class LoneProcess : public ProcessGroup {
 public:
  explicit LoneProcess(const RankInfo& ranks = {}) : ranks_(ranks) {}
  const RankInfo& ranks() const override { return ranks_; }
  void start_sum(const at::Tensor&) override {}
  void start_scatter_sum(const at::Tensor&, const at::Tensor&) override {}
  void start_gather(const at::Tensor&, const at::Tensor&) override {}
  void finish_started() override {}
  void broadcast(at::Tensor&, std::int64_t) override {}
  void barrier() override {}
  void settle() override {}
  void settle_former() override {}
  void run_on_first_rank(const std::function<void(const Heartbeat&)>& work) override {
    work([] {});
  }
  void set_timeout(std::chrono::milliseconds) override {}
  bool shutdown(std::chrono::milliseconds) override { return true; }
  void abort() override {}

 private:
  const RankInfo ranks_;
};

}  // namespace trainyard
