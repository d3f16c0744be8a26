// SPDX-License-Identifier: GPL-3.0-or-later
// Reads events.jsonl while others append to it: by offset, whole lines only, with invalid lines
// skipped and counted. A line of over 1 MiB is also skipped, even before it is complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/run/events.h"
#include "engine/contract/result.h"

namespace trainyard {

class EventFileReader {
 public:
  explicit EventFileReader(std::filesystem::path path, std::uint64_t offset = 0)
      : path_(std::move(path)), offset_(offset) {}

  // Returns the events appended since the last call, from at most `limit_bytes` of the file. The
  // file is reopened each time; if it does not exist yet, there are no events.
  Result<std::vector<Event>> read(std::size_t limit_bytes = 4u << 20);

  // The offset after the last complete line that was read.
  std::uint64_t offset() const { return offset_; }
  std::uint64_t bad_lines() const { return bad_lines_; }

 private:
  std::filesystem::path path_;
  std::uint64_t offset_;
  std::uint64_t bad_lines_ = 0;
  bool inside_long_line_ = false;
};

}  // namespace trainyard
