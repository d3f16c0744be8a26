// SPDX-License-Identifier: GPL-3.0-or-later
// Finds and reads what the trackers of a job write on this node. Works on the caller's thread and
// may wait for a file system; tracker_watch.h gives it a thread of its own.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/agent/processes/process_table.h"
#include "engine/agent/trackers/followed_database.h"
#include "engine/agent/trackers/followed_file.h"
#include "engine/agent/trackers/tracked_curves.h"
#include "engine/agent/trackers/tracked_samples.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

struct TrackedJob {
  std::filesystem::path run_folder;
  std::vector<std::filesystem::path> working_in;         // folders to search below
  double began = 0;                                      // Unix seconds
  std::function<std::vector<ProcessEntry>()> processes;  // of the job, on this node
  // Another node than the first: only files that its processes have open are read, those in folders
  // that the first node sees (of the run, and working_in) left out, and names begin with this.
  std::string node_prefix;
  std::string wandb_id;  // of what the agent itself writes (written_names.h), which is not read
};

// What lies in the folder of the run is the run's. Elsewhere other runs may write at the same time:
// there, a file is this one's if a process of it has had the file open, or is named in it. What
// others log into a database at the same time cannot be told from what its own processes do.
class TrackerSearch {
 public:
  explicit TrackerSearch(TrackedJob job);

  // The first call, before the processes start: what is there already.
  void look_before();

  // Finds files, if `finds`, and reads some of what is new; returns the events of it. `has_ended`:
  // the job, so that nothing is waited for any more.
  std::vector<Event> read(bool finds, bool has_ended = false);

  // Whether the last call left something unread that another one may read.
  bool has_more() const { return has_more_; }

 private:
  using Clock = std::chrono::steady_clock;

  // Of a job with several ranks, the first of them on this node is to have the plain names of
  // curves, however late it begins: files of others wait until it has points in a file of this
  // kind, or for some seconds.
  struct Order {
    Clock::time_point found_first;
    bool is_settled = false;
  };

  std::vector<FoundFile> find();
  void note_ranks(std::vector<FoundFile>& found, const std::map<pid_t, int>& ranks);
  bool is_of_first_rank(const FollowedFile& file) const;
  bool waits(const FollowedFile& file, bool has_ended) const;
  std::vector<FollowedFile*> files_to_read(bool has_ended);
  bool is_own(const FoundFile& file) const;
  void follow(FoundFile file);
  void follow_database(const std::filesystem::path& path);
  void wait_for_openings();
  std::uint64_t read_file(FollowedFile& file, std::uint64_t limit);
  void read_database(FollowedDatabase& database);
  void take(const FoundFile& file, const TrackedPoint& point);
  void tell_found(TrackerKind kind, const std::filesystem::path& folder);
  void tell_damaged(const FollowedFile& file);
  void tell_damaged(const FollowedDatabase& database);
  bool is_recent(const std::filesystem::path& path) const;
  bool is_recent_database(const std::filesystem::path& path) const;
  bool is_left_to_first_node(const std::filesystem::path& path) const;

  TrackedJob job_;
  std::map<std::filesystem::path, std::uint64_t> sizes_before_;
  std::set<pid_t> processes_;  // that were seen
  std::map<std::filesystem::path, std::unique_ptr<FollowedFile>> files_;
  std::optional<int> first_rank_;  // of those that were seen on this node; set: there are several
  std::map<TrackerKind, Order> orders_;
  std::map<std::filesystem::path, std::unique_ptr<FollowedDatabase>> databases_;
  std::vector<std::filesystem::path> unclaimed_;  // databases that no process was seen to open
  std::set<TrackerKind> told_kinds_;
  std::set<std::filesystem::path> told_damaged_;
  std::vector<Event> events_;
  TrackedCurves curves_;
  TrackedSamples samples_;
  std::filesystem::path last_read_;  // the next call begins behind it
  bool has_more_ = false;
};

}  // namespace trainyard::agent
