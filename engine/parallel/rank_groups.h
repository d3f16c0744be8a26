// SPDX-License-Identifier: GPL-3.0-or-later
// Divides the ranks of a job into groups that train apart from each other, and lets the first rank
// of each ask the first of all.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

class RankGroups {
 public:
  virtual ~RankGroups() = default;

  // Of this rank, within its group. The local rank and the number of processes on the node are
  // those of the job: they choose the GPU and the share of the cores.
  virtual const RankInfo& ranks() const = 0;
  virtual std::int64_t index() const = 0;  // of the group
  virtual std::int64_t count() const = 0;

  // The text of the first of all ranks, on every rank. Once.
  virtual Result<std::string> share(const std::string& text) = 0;

  // Connects the ranks of this group, of which so many share out a model (0: all).
  virtual Result<std::unique_ptr<ProcessGroup>> connect(at::Device device,
                                                        std::chrono::seconds timeout,
                                                        std::int64_t shard_degree) = 0;

  // For the first rank of every group but the first: waits for the answer of the first of all
  // ranks. Errors: "parallel.no_answer", if it has ended; "parallel.stopped", once `stops` returns
  // true.
  virtual Result<std::string> ask(const std::string& question,
                                  const std::function<bool()>& stops) = 0;

  // For the first rank of every group but the first, from any thread and often: shows the first of
  // all ranks that it is there. Errors are those of ask().
  virtual Result<void> show_alive() = 0;
  // For the first of all ranks: how often a group has shown so. 0: never.
  virtual Result<std::int64_t> times_alive(std::int64_t group) = 0;

  // For the first of all ranks: answers what the others have asked since. From one thread.
  using Answer = std::function<std::string(std::int64_t group, const std::string& question)>;
  virtual Result<void> answer_all(const Answer& answer) = 0;
};

// Connects all ranks: every rank calls it with the same count. Errors: "parallel.uneven_groups",
// those of make_process_group.
Result<std::unique_ptr<RankGroups>> make_rank_groups(const RankInfo& all, std::int64_t count,
                                                     std::chrono::seconds timeout);

}  // namespace trainyard
