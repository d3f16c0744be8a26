// SPDX-License-Identifier: GPL-3.0-or-later
// Reading events.jsonl while others append to it: by offset, whole lines only, bad lines skipped
// and counted. A line of over 1 MiB is skipped too, also before its end is there.
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

  // The events appended since the last call, at most `limit_bytes` of file at once. The file is
  // opened again each time; one that does not exist yet holds no events.
  Result<std::vector<Event>> read(std::size_t limit_bytes = 4u << 20);

  // After the last whole line that was read.
  std::uint64_t offset() const { return offset_; }
  std::uint64_t bad_lines() const { return bad_lines_; }

 private:
  std::filesystem::path path_;
  std::uint64_t offset_;
  std::uint64_t bad_lines_ = 0;
  bool inside_long_line_ = false;
};

}  // namespace trainyard
