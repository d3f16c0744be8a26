// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank shows the others of itself through their store, and knows of them: that its process
// is alive, which collective it is in, and, once one of them is lost, who still answers. Shared by
// the groups that a rank belongs to.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <torch/csrc/distributed/c10d/Store.hpp>

#include "engine/parallel/process_group.h"
#include "engine/system/process_identity.h"

namespace trainyard {

class Presence : public std::enable_shared_from_this<Presence> {
 public:
  using SharedStore = c10::intrusive_ptr<c10d::Store>;

  // Starts a thread that shows the others that this process is alive, with a connection of its own
  // where the store can have several; it ends with end(). `store` is where the ranks met.
  static std::shared_ptr<Presence> start(const RankInfo& ranks, SharedStore store);
  void end() { has_ended_ = true; }

  const RankInfo& ranks() const { return ranks_; }
  c10d::Store& store() const { return *store_; }

  // To be alive while the rank waits in a collective, which may never end.
  class Operation {
   public:
    explicit Operation(Presence& presence) : presence_(presence) { ++presence_.operations_; }
    ~Operation() { --presence_.operations_; }
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;

   private:
    Presence& presence_;
  };

  // Collectives are numbered from 1 in the order in which they are started, which is the same on
  // all ranks. `operation` is a code.
  void set_purpose(const Purpose& purpose) { purpose_ = purpose; }
  Collective begin_collective(const char* operation, std::int64_t elements);
  std::vector<Collective> recent_collectives() const;

  // While this is not 0, a collective waits until all ranks have come to it (meet_others()).
  std::chrono::milliseconds set_patience(std::chrono::milliseconds longest) {
    return std::exchange(patience_, longest);
  }
  // Waits until all ranks have called it, at most as long as the patience, as long as the processes
  // of all show that they are alive, more often than `silence`. Throws std::runtime_error when they
  // do not, or when another rank has called the roll.
  void meet_others(std::chrono::milliseconds silence);
  bool is_patient() const { return patience_.count() > 0; }

  // The last call, once nothing else is asked of the store: the first rank, which may host it,
  // waits until all others have called it, at most as long as the patience. Returns whether they
  // have.
  bool leave();

  // The first rank runs `work` and the others wait for it as in ProcessGroup::run_on_first_rank, as
  // long as its process shows that it is alive, more often than `silence`. Throws as above.
  void run_on_first_rank(const std::function<void(const ProcessGroup::Heartbeat&)>& work,
                         std::chrono::milliseconds silence);

  // Calls the roll: returns the ranks that do not answer. The first one counts for all if the store
  // that it hosts does not answer.
  std::vector<std::int64_t> silent_ranks();

  // Whether the roll has been over for so long that an operation which has not failed by itself
  // never will: a ring of Gloo may wait for its whole timeout in a neighbour that waits as well.
  bool is_stuck() const;

  // On the first rank, of another rank on this machine, which has not left: nobody may notice it
  // who was not connected to it yet.
  bool has_process_ended() const;

 private:
  Presence(const RankInfo& ranks, SharedStore store);
  void show_presence();
  void answer_roll_call(const SharedStore& store);
  void take_part_in_roll(c10d::Store& store);
  void end_without_first_rank(const std::string& detail);
  void find_processes(c10d::Store& store);
  void watch_others(const std::string& key, std::chrono::milliseconds silence);
  // What each rank does to come to the next one, after which the last one sets the key.
  struct Meeting {
    std::string all_key;
    std::function<void()> come;
  };
  Meeting next_meeting();

  const RankInfo ranks_;
  const SharedStore store_;
  std::chrono::milliseconds patience_{0};
  std::int64_t num_meetings_ = 0, num_turns_ = 0;  // equal on all ranks
  Purpose purpose_;
  mutable std::mutex mutex_;
  std::deque<Collective> recent_;
  std::vector<ProcessIdentity> processes_;  // of other ranks, on this machine
  std::int64_t next_process_ = 1;           // the rank whose process is looked for
  std::int64_t sequence_ = 0;

  std::atomic<int> operations_ = 0;  // that the rank is in
  std::atomic<bool> has_ended_ = false, is_in_roll_ = false;
  std::promise<std::vector<std::int64_t>> roll_;  // the silent ranks
  std::optional<std::chrono::steady_clock::time_point> roll_end_;
  const std::shared_future<std::vector<std::int64_t>> silent_ = roll_.get_future().share();
};

// The error of ranks that are lost, as found in `operation`, a code; `detail` is what was noticed.
Error lost_ranks_error(const std::vector<std::int64_t>& silent, const RankInfo& ranks,
                       const Error& operation, const std::string& detail);

// The ranks that have not set their key, which is `prefix` and their number.
std::vector<std::int64_t> ranks_without(c10d::Store& store, const std::string& prefix,
                                        std::int64_t world_size);

// Whether all keys are there within the limit. Throws if the store is gone.
bool wait_for_keys(c10d::Store& store, const std::vector<std::string>& keys,
                   std::chrono::milliseconds limit);

}  // namespace trainyard
