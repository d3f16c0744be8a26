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
            c10::intrusive_ptr<c10d::Backend> backend, at::Device device)
      : ranks_(ranks), store_(std::move(store)), backend_(std::move(backend)), device_(device) {}

  const RankInfo& ranks() const override { return ranks_; }
  void all_reduce_sum(at::Tensor& tensor) override;
  void broadcast(at::Tensor& tensor, std::int64_t root) override;
  void barrier() override;
  void set_timeout(std::chrono::milliseconds timeout) override { backend_->setTimeout(timeout); }

 private:
  template <class Start>
  void complete(const char* operation, const Start& start);

  [[noreturn]] void fail(const char* operation, const std::string& detail);

  RankInfo ranks_;
  c10::intrusive_ptr<c10d::Store> store_;
  c10::intrusive_ptr<c10d::Backend> backend_;
  at::Device device_;
};

}  // namespace trainyard
