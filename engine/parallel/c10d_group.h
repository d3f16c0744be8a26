// A process group over one of c10d's backends; its errors become CommunicationError.
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/parallel/process_group.h"

namespace trainyard {

class C10dGroup final : public ProcessGroup {
 public:
  // `store` is where the ranks met; it tells, when one falls silent, which.
  C10dGroup(const RankInfo& ranks, c10::intrusive_ptr<c10d::Store> store,
            c10::intrusive_ptr<c10d::Backend> backend, at::Device device,
            std::chrono::milliseconds timeout)
      : ranks_(ranks),
        store_(std::move(store)),
        backend_(std::move(backend)),
        device_(device),
        timeout_(timeout) {}

  const RankInfo& ranks() const override { return ranks_; }
  void all_reduce_sum(at::Tensor& tensor) override { all_reduce_sums({tensor}); }
  void all_reduce_sums(const std::vector<at::Tensor>& tensors) override;
  void broadcast(at::Tensor& tensor, std::int64_t root) override;
  void barrier() override;
  void let_first_rank_work(const std::function<void(const SignOfLife&)>& work) override;
  void set_timeout(std::chrono::milliseconds timeout) override;
  void abort() override;

 private:
  using Work = c10::intrusive_ptr<c10d::Work>;
  // Starts what `start` starts and waits for the end of all; `operation` is its code.
  void complete(const char* operation, const std::function<std::vector<Work>()>& start);
  void wait_for(c10d::Work& work) const;

  [[noreturn]] void fail(const char* operation, const std::string& detail);

  RankInfo ranks_;
  c10::intrusive_ptr<c10d::Store> store_;
  c10::intrusive_ptr<c10d::Backend> backend_;
  at::Device device_;
  std::chrono::milliseconds timeout_;
  std::int64_t num_turns_ = 0;  // of let_first_rank_work(), the same on all ranks
};

}  // namespace trainyard
