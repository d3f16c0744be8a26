// SPDX-License-Identifier: GPL-3.0-or-later
// A database of many runs that is read while a program logs into it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <utility>

#include "engine/agent/trackers/found_file.h"
#include "engine/trackers/tracker_database.h"

namespace trainyard::agent {

class FollowedDatabase {
 public:
  // Points of before `since` (Unix seconds) are not passed on.
  FollowedDatabase(std::filesystem::path file, double since)
      : file_(std::move(file)), database_(file_, since) {}

  // Reads what is new, from about `limit` bytes of rows. Of each run, `file` has a folder of its
  // own. Waits some moments for a transaction that is being written.
  using OnPoint = std::function<void(const FoundFile& file, const TrackedPoint& point)>;
  void read(std::uint64_t limit, const OnPoint& on_point);

  // Of the last read: whether there is more.
  bool has_more() const { return has_more_; }
  // At several looks one after the other, some pages could not be read.
  bool is_damaged() const { return damaged_looks_ >= max_damaged_looks; }

  const std::filesystem::path& file() const { return file_; }

 private:
  static constexpr int max_damaged_looks = 4;

  std::filesystem::path file_;
  TrackerDatabase database_;
  bool has_more_ = false;
  int damaged_looks_ = 0;
};

}  // namespace trainyard::agent
