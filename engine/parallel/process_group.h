// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of a run: reads torchrun's variables, and collectives through c10d.
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

// From RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT. Without them: a
// single process.
struct RankInfo {
  std::int64_t rank = 0, world_size = 1, local_rank = 0, local_world_size = 1;
  std::string master_address;
  std::uint16_t master_port = 0;
};
// Errors: only some of them are set, values that are not numbers, a rank outside the world.
Result<RankInfo> rank_info_from_environment();

class StepClock;

// Thrown when ranks died or did not respond within the timeout: exit code 5.
class CommunicationError : public std::exception {
 public:
  // `silent`: the ranks that no longer respond, as far as known.
  CommunicationError(Error error, std::vector<std::int64_t> silent)
      : error_(std::move(error)), silent_(std::move(silent)) {}
  const char* what() const noexcept override { return error_.message.c_str(); }
  const Error& error() const { return error_; }
  const std::vector<std::int64_t>& silent() const { return silent_; }

 private:
  Error error_;
  std::vector<std::int64_t> silent_;
};

// What a collective is for: a code of a message, and its layer if it is for one.
struct Purpose {
  const char* code = nullptr;
  std::int64_t layer = -1;
};
// A collective that was started.
struct Collective {
  std::int64_t sequence = 0;
  const char* operation = "";  // a code
  Purpose purpose;
  std::int64_t elements = 0;
  double time = 0;  // Unix seconds at which it was started
};

// All calls are collective: every rank makes the same calls in the same order. With one rank they
// do nothing. They throw CommunicationError. A sum or broadcast of a GPU tensor is only enqueued:
// work on the device is ordered after it, but settle() must be called before the host reads the
// tensor. For host tensors, the operation is complete when the call returns.
class ProcessGroup {
 public:
  virtual ~ProcessGroup() = default;
  virtual const RankInfo& ranks() const = 0;
  // The ranks that together own the parts of a model that is shared out, and those that own the
  // same parts as this one; null if there are no others.
  virtual ProcessGroup& sharing() { return *this; }
  virtual ProcessGroup* replicas() { return nullptr; }
  // In-place sums over the ranks. Several of these and of the next two may be in progress;
  // finish_started() must be called before any of the tensors is used.
  virtual void start_sum(const at::Tensor& tensor) = 0;
  // `whole` is cut into as many equal parts as there are ranks that share out, in their order. The
  // sum of a rank's own part over all ranks comes into `part`, which may be that part of `whole`;
  // what the rest of `whole` contains afterwards is undefined.
  virtual void start_scatter_sum(const at::Tensor& whole, const at::Tensor& part) = 0;
  // The opposite: all ranks' parts come into `whole`, of which `part` may be a part.
  virtual void start_gather(const at::Tensor& whole, const at::Tensor& part) = 0;
  virtual void finish_started() = 0;
  void all_reduce_sum(const at::Tensor& tensor) {
    start_sum(tensor);
    finish_started();
  }
  virtual void broadcast(at::Tensor& tensor, std::int64_t root) = 0;
  virtual void barrier() = 0;
  // Waits for operations enqueued on a GPU, up to the timeout. Merely reading a tensor would wait
  // forever for ranks that no longer respond.
  virtual void settle() = 0;
  // The same for what was enqueued before the last call of this, so that a host that calls it
  // before each step is up to two steps ahead of its GPU, and notices a lost rank no later than
  // that.
  virtual void settle_former() = 0;

  // The first rank runs `work` and the others wait for it, however long it takes, as long as its
  // process shows that it is alive, and it calls the function it is given every few minutes.
  using Heartbeat = std::function<void()>;
  virtual void run_on_first_rank(const std::function<void(const Heartbeat&)>& work) = 0;

  // Sets how long the following calls wait for other ranks.
  virtual void set_timeout(std::chrono::milliseconds timeout) = 0;

  // While this is not 0, ranks may come to a collective at very different times, as when one of
  // them writes to a slow disk: they wait for each other for at most `longest`, as long as the
  // processes of all show that they are alive. The timeout begins once all have come. Returns the
  // last value.
  virtual std::chrono::milliseconds set_patience(std::chrono::milliseconds longest) {
    return longest;
  }

  // What the collectives that follow are for, which is said of one that does not end.
  virtual void set_purpose(const Purpose& purpose) { (void)purpose; }
  // The last ones that this rank has started, in their order.
  virtual std::vector<Collective> recent_collectives() const { return {}; }

  // Takes the times that this rank waits in calls of the group; null with a single rank.
  virtual StepClock* step_clock() { return nullptr; }

  // The orderly end, once nothing more is to be sent: waits until all ranks have come to it and all
  // that was enqueued is done, and closes the connections, while the rank that hosts the store
  // stays until the others have done so. Each of these takes at most `limit`. Returns false if they
  // did not end in time: the process must then end without destroying anything that uses the group.
  // The group cannot be used afterwards.
  virtual bool shutdown(std::chrono::milliseconds limit) = 0;
  // Aborts all pending communication, which the other ranks notice; may be called from any thread.
  // The group cannot be used afterwards.
  virtual void abort() = 0;
};

// Uses gloo for host tensors and NCCL for GPU tensors. `shard_degree`: how many consecutive ranks
// share out a model, a divisor of their number; 0: all of them.
Result<std::unique_ptr<ProcessGroup>> make_process_group(const RankInfo& ranks, at::Device device,
                                                         std::chrono::seconds timeout,
                                                         std::int64_t shard_degree = 0);

}  // namespace trainyard
