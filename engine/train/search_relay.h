// SPDX-License-Identifier: GPL-3.0-or-later
// The search's controller from other processes of the job: questions and answers are JSON texts
// that go through RankGroups.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/parallel/rank_groups.h"
#include "engine/train/search_control.h"

namespace trainyard {

// On the first rank of a group that is not the first. Shows the first of all ranks, from a thread
// of its own, that this one is there.
class RemoteSearchControl final : public SearchControl {
 public:
  explicit RemoteSearchControl(std::shared_ptr<RankGroups> groups);
  ~RemoteSearchControl() override;
  RemoteSearchControl(const RemoteSearchControl&) = delete;
  RemoteSearchControl& operator=(const RemoteSearchControl&) = delete;
  Result<std::optional<TrialRun>> next() override;
  Result<bool> report(const TrialRun& run, std::int64_t step, double value, bool is_last) override;
  Result<void> end(const TrialRun& run, const TrialEnd& end) override;

 private:
  struct Ending {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_there = false;
  };

  std::shared_ptr<RankGroups> groups_;
  std::shared_ptr<Ending> ending_ = std::make_shared<Ending>();
};

// Which groups still show that they are there. One that trains shows it every second; one that has
// never shown it may still be reading its data.
class GroupsAlive {
 public:
  using Clock = std::chrono::steady_clock;
  GroupsAlive(std::int64_t groups, std::chrono::milliseconds silent,
              std::chrono::milliseconds silent_at_first);

  // What a group's count is now.
  void see(std::int64_t group, std::int64_t count, Clock::time_point now);
  // It needs to show nothing any more.
  void leave(std::int64_t group);
  // A group that has been silent for too long.
  std::optional<std::int64_t> lost(Clock::time_point now) const;

 private:
  struct Seen {
    std::int64_t count = 0;
    std::optional<Clock::time_point> changed;
    bool has_left = false;
  };
  std::vector<Seen> seen_;
  std::chrono::milliseconds silent_, silent_at_first_;
};

// On the first of all ranks: answers the others from a thread of its own, and lets its own group
// ask in between. Once another group is lost, all that is asked ends with "communication.rank".
class SharedSearchControl final : public SearchControl {
 public:
  SharedSearchControl(SearchControl& controller, RankGroups& groups, const RankInfo& all);
  ~SharedSearchControl() override;
  SharedSearchControl(const SharedSearchControl&) = delete;
  SharedSearchControl& operator=(const SharedSearchControl&) = delete;

  Result<std::optional<TrialRun>> next() override;
  Result<bool> report(const TrialRun& run, std::int64_t step, double value, bool is_last) override;
  Result<void> end(const TrialRun& run, const TrialEnd& end) override;

  // Whether every other group was told that there are no more trials. Error: the way to them is
  // broken.
  Result<bool> are_others_done();

 private:
  void run();
  Result<void> look();
  std::string answer(std::int64_t group, const std::string& question);
  Result<void> still_whole() const;

  SearchControl& controller_;
  RankGroups& groups_;
  std::int64_t world_size_;
  GroupsAlive alive_;
  GroupsAlive::Clock::time_point looked_{};
  std::mutex mutex_;
  std::int64_t done_ = 0;  // groups
  std::optional<Error> broken_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace trainyard
