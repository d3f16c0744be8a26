// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of a run: torchrun's variables read once, collectives through c10d.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/result.h"

namespace trainyard {

// RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT. Without them: one lone
// process.
struct RankInfo {
  std::int64_t rank = 0, world_size = 1, local_rank = 0, local_world_size = 1;
  std::string master_address;
  std::uint16_t master_port = 0;
};
// Errors: some set and others not, not numbers, rank outside the world.
Result<RankInfo> rank_info_from_environment();

// Ranks died or did not answer within the timeout: exit code 5.
class CommunicationError : public std::exception {
 public:
  // `silent`: the ranks that no longer answer, as far as they are known.
  CommunicationError(Error error, std::vector<std::int64_t> silent)
      : error_(std::move(error)), silent_(std::move(silent)) {}
  const char* what() const noexcept override { return error_.message.c_str(); }
  const Error& error() const { return error_; }
  const std::vector<std::int64_t>& silent() const { return silent_; }

 private:
  Error error_;
  std::vector<std::int64_t> silent_;
};

// All calls are collective: every rank makes the same ones in the same order. With one rank they do
// nothing. They throw CommunicationError. A sum or a broadcast of a tensor on a GPU is only
// started: what uses the tensor there comes after it by itself, and settle() comes before the host
// reads it. Tensors of the host are done when the call returns.
class ProcessGroup {
 public:
  virtual ~ProcessGroup() = default;
  virtual const RankInfo& ranks() const = 0;
  // Over the ranks, in place. Several may be under way; finish_sums() comes before anything else
  // uses one of them.
  virtual void start_sum(const at::Tensor& tensor) = 0;
  virtual void finish_sums() = 0;
  void all_reduce_sum(const at::Tensor& tensor) {
    start_sum(tensor);
    finish_sums();
  }
  virtual void broadcast(at::Tensor& tensor, std::int64_t root) = 0;
  virtual void barrier() = 0;
  // Until what was started on a GPU has ended, within the timeout; a read would wait for ever for
  // ranks that no longer answer.
  virtual void settle() = 0;

  // `work` is done by the first rank, the others wait for its end, however long it takes: as long
  // as it calls the function it is given more often than the timeout.
  using SignOfLife = std::function<void()>;
  virtual void let_first_rank_work(const std::function<void(const SignOfLife&)>& work) = 0;

  // How long the following calls wait for the other ranks.
  virtual void set_timeout(std::chrono::milliseconds timeout) = 0;

  // Gives up whatever is still going on with the other ranks, which notice; from any thread.
  // Nothing can be done with the group afterwards.
  virtual void abort() = 0;
};

// Gloo for the host's tensors, NCCL for those of a GPU.
Result<std::unique_ptr<ProcessGroup>> make_process_group(const RankInfo& ranks, at::Device device,
                                                         std::chrono::seconds timeout);

}  // namespace trainyard
