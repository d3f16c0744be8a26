// SPDX-License-Identifier: GPL-3.0-or-later
// A tracker's file that is read while a program writes it. It is opened for each look, so that a
// network file system shows what another computer has written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/agent/trackers/found_file.h"

namespace trainyard::agent {

class FollowedFile {
 public:
  static constexpr double clock_slack = 2;  // seconds; of the computers that write and stamp a file

  // Points of before `began` (Unix seconds) are someone else's and not passed on: with some slack
  // behind the byte `begin`, where an earlier attempt has nothing, and without it before. The rows
  // of a table have no time: all before `begin` are someone else's.
  FollowedFile(FoundFile file, std::uint64_t begin, double began);

  // Reads what is new, `limit` bytes at most; returns how many it read. A file that was replaced or
  // has become shorter is read from its beginning.
  std::uint64_t read(std::uint64_t limit, const TrackerReader::OnPoint& on_point);

  // Whether the file cannot be read from whole_bytes() on, at several looks one after the other: a
  // network file system may show zeros for a moment.
  bool is_damaged() const { return damaged_looks_ >= max_damaged_looks; }
  bool is_doubtful() const { return damaged_looks_ > 0 && !is_damaged(); }

  const FoundFile& file() const { return file_; }
  void set_rank(int rank) { file_.rank = rank; }
  const TrackerReader& reader() const { return *reader_; }

 private:
  static constexpr int max_damaged_looks = 4;

  enum class Change { none, restarted, rewritten, unclear };

  void start_over();
  bool is_older(const TrackedPoint& point) const;
  Change change_of_table(int descriptor, bool is_shorter) const;
  std::uint64_t feed(int descriptor, std::uint64_t limit, const TrackerReader::OnPoint& on_point);

  FoundFile file_;
  std::unique_ptr<TrackerReader> reader_;
  std::uint64_t begin_, offset_ = 0;
  double began_;
  std::uint64_t device_ = 0, inode_ = 0;
  std::string head_;  // the first bytes of a table
  // Lightning writes its table again when there is a new column, or at each save; rows that were
  // passed on are not repeated.
  std::uint64_t num_points_ = 0, num_repeated_ = 0;
  int damaged_looks_ = 0;
};

}  // namespace trainyard::agent
