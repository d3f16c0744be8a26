// SPDX-License-Identifier: GPL-3.0-or-later
// The search's controller from other processes of the job: questions and answers are JSON texts
// that go through RankGroups.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/parallel/rank_groups.h"
#include "engine/train/search_control.h"

namespace trainyard {

// On the first rank of a group that is not the first.
class RemoteSearchControl final : public SearchControl {
 public:
  explicit RemoteSearchControl(RankGroups& groups) : groups_(groups) {}
  Result<std::optional<TrialRun>> next() override;
  Result<bool> report(const TrialRun& run, std::int64_t step, double value, bool is_last) override;
  Result<void> end(const TrialRun& run, const TrialEnd& end) override;

 private:
  RankGroups& groups_;
};

// On the first of all ranks: answers the others from a thread of its own, and lets its own group
// ask in between.
class SharedSearchControl final : public SearchControl {
 public:
  SharedSearchControl(SearchControl& controller, RankGroups& groups);
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
  std::string answer(const std::string& question);

  SearchControl& controller_;
  RankGroups& groups_;
  std::mutex mutex_;
  std::int64_t done_ = 0;  // groups
  std::optional<Error> broken_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace trainyard
