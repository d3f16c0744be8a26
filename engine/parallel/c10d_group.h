// A process group over one of c10d's backends; its errors become CommunicationError.
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/parallel/process_group.h"

namespace trainyard {

class C10dGroup final : public ProcessGroup {
 public:
  C10dGroup(const RankInfo& ranks, c10::intrusive_ptr<c10d::Backend> backend, at::Device device)
      : ranks_(ranks), backend_(std::move(backend)), device_(device) {}

  const RankInfo& ranks() const override { return ranks_; }
  void all_reduce_sum(at::Tensor& tensor) override;
  void broadcast(at::Tensor& tensor, std::int64_t root) override;
  void barrier() override;

 private:
  template <class Start>
  void complete(const char* operation, const Start& start);

  RankInfo ranks_;
  c10::intrusive_ptr<c10d::Backend> backend_;
  at::Device device_;
};

}  // namespace trainyard
