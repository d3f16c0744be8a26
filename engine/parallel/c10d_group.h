// SPDX-License-Identifier: GPL-3.0-or-later
// A process group on top of c10d's backends; their errors become CommunicationError.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <ATen/ATen.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/parallel/process_group.h"
#include "engine/parallel/step_clock.h"

namespace trainyard {

class Presence;

class C10dGroup final : public ProcessGroup {
 public:
  // When a rank stops responding, `presence` tells which. `gpu` is null on a CPU. `clock`, or null,
  // takes the times of waits; groups of a rank share both.
  C10dGroup(std::shared_ptr<Presence> presence, c10::intrusive_ptr<c10d::Backend> host,
            c10::intrusive_ptr<c10d::Backend> gpu, std::chrono::milliseconds timeout,
            std::shared_ptr<StepClock> clock = nullptr);
  ~C10dGroup() override;
  C10dGroup(const C10dGroup&) = delete;
  C10dGroup& operator=(const C10dGroup&) = delete;

  const RankInfo& ranks() const override;
  void start_sum(const at::Tensor& tensor) override;
  void start_scatter_sum(const at::Tensor& whole, const at::Tensor& part) override;
  void start_gather(const at::Tensor& whole, const at::Tensor& part) override;
  void finish_started() override;
  void broadcast(at::Tensor& tensor, std::int64_t root) override;
  void barrier() override;
  void settle() override;
  void settle_former() override;
  void run_on_first_rank(const std::function<void(const Heartbeat&)>& work) override;
  void set_timeout(std::chrono::milliseconds timeout) override;
  std::chrono::milliseconds set_patience(std::chrono::milliseconds longest) override;
  void set_purpose(const Purpose& purpose) override;
  std::vector<Collective> recent_collectives() const override;
  StepClock* step_clock() override { return clock_.get(); }
  bool shutdown(std::chrono::milliseconds limit) override;
  void abort() override;

 private:
  using Work = c10::intrusive_ptr<c10d::Work>;
  struct Started {
    Work work;
    at::Device device;
    Collective collective;
    std::function<void()> end = [] {};  // what is left to do once the work is over
  };
  using Start = std::function<Work(c10d::Backend&)>;

  // Starts a collective of `tensor`, whose kind is a code; waits for the others first where that
  // may take long.
  Started start(const char* kind, const at::Tensor& tensor, const Start& begin);
  void start_scatter_on_host(const at::Tensor& whole, const at::Tensor& part);
  // Waits for host operations; GPU operations are kept to be settled.
  void finish(const std::vector<Started>& all);
  // Waits for an operation of Gloo. Throws as Gloo does, and when it is known that it never ends.
  void wait_on_host(c10d::Work& work) const;
  // Runs `work`; exceptions become a failure of `collective`.
  void guard(const Collective& collective, const std::function<void()>& work);
  [[noreturn]] void fail(const Collective& collective, const std::string& detail);
  c10d::Backend& backend_of(const at::Tensor& tensor) const;
  void settle(const std::vector<Started>& all);
  // Closes both backends; false if one fails, or takes longer.
  bool close_backends(std::chrono::milliseconds limit);
  // Without a sign of life for so long, a process is lost.
  std::chrono::milliseconds silence() const;

  const std::shared_ptr<Presence> presence_;
  const std::shared_ptr<StepClock> clock_;
  c10::intrusive_ptr<c10d::Backend> host_, gpu_;
  std::chrono::milliseconds timeout_;
  std::vector<Started> started_;  // and not finished
  // On the GPU, before the last settle_former() and since then.
  std::vector<Started> former_, unsettled_;
};

}  // namespace trainyard
