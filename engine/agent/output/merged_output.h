// SPDX-License-Identifier: GPL-3.0-or-later
// The output of all ranks in the order in which it came, as lines with the time, the rank and the
// stream: what merged.log holds.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace trainyard::agent {

class MergedOutput {
 public:
  explicit MergedOutput(std::size_t limit_bytes = 256u << 20) : limit_bytes_(limit_bytes) {}

  // The lines that these bytes complete. `rank`: negative for what belongs to no rank. `time`: Unix
  // seconds, written as the local time of this computer. Of a line that was written over, as
  // progress bars are, the last state stays.
  std::string take(int rank, bool is_error, std::string_view bytes, double time);
  // What has no end of line yet.
  std::string finish(double time);

 private:
  void append_line(std::string& out, int rank, bool is_error, std::string_view line, double time);

  std::size_t limit_bytes_;
  std::size_t num_bytes_ = 0;
  bool is_full_ = false;
  std::map<std::pair<int, bool>, std::string> open_;  // by rank and stream
};

}  // namespace trainyard::agent
