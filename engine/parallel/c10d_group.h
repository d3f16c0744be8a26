// SPDX-License-Identifier: GPL-3.0-or-later
// A process group on top of c10d's backends; their errors become CommunicationError.
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/parallel/process_group.h"

namespace trainyard {

struct Presence;

class C10dGroup final : public ProcessGroup {
 public:
  // `store` is where the ranks met; when a rank stops responding, it tells which. `gpu` is null on
  // a CPU.
  C10dGroup(const RankInfo& ranks, c10::intrusive_ptr<c10d::Store> store,
            c10::intrusive_ptr<c10d::Backend> host, c10::intrusive_ptr<c10d::Backend> gpu,
            std::chrono::milliseconds timeout);
  ~C10dGroup() override;
  C10dGroup(const C10dGroup&) = delete;
  C10dGroup& operator=(const C10dGroup&) = delete;

  const RankInfo& ranks() const override { return ranks_; }
  void start_sum(const at::Tensor& tensor) override;
  void start_scatter_sum(const at::Tensor& whole, const at::Tensor& part) override;
  void start_gather(const at::Tensor& whole, const at::Tensor& part) override;
  void finish_started() override;
  void broadcast(at::Tensor& tensor, std::int64_t root) override;
  void barrier() override;
  void settle() override;
  void run_on_first_rank(const std::function<void(const Heartbeat&)>& work) override;
  void set_timeout(std::chrono::milliseconds timeout) override;
  void abort() override;

 private:
  using Work = c10::intrusive_ptr<c10d::Work>;
  // Runs `work`; exceptions become a failure of `operation`, which is a code.
  void guard(const char* operation, const std::function<void()>& work);
  // Waits for host operations; GPU operations are kept for settle().
  void finish(const Work& work, at::Device device);
  c10d::Backend& backend_of(const at::Tensor& tensor) const;

  [[noreturn]] void fail(const char* operation, const std::string& detail);

  RankInfo ranks_;
  c10::intrusive_ptr<c10d::Store> store_;
  const std::shared_ptr<Presence> presence_;
  c10::intrusive_ptr<c10d::Backend> host_, gpu_;
  std::chrono::milliseconds timeout_;
  std::vector<std::pair<Work, at::Device>> started_;  // and not finished
  std::vector<Work> unsettled_;                       // on the GPU
  std::int64_t num_turns_ = 0;                        // of run_on_first_rank(), equal on all ranks
};

}  // namespace trainyard
