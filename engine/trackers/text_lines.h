// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a text file that grows: one without its end waits for the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard {

class TextLines {
 public:
  static constexpr std::size_t max_line_bytes = 1u << 20;

  // Passes each line to `on_line`, without its end. False: a line is too long for a tracker's file,
  // now or at an earlier call, and nothing more is read.
  template <class OnLine>
  bool feed(std::string_view bytes, OnLine on_line) {
    while (!bytes.empty() && !is_too_long_) {
      const std::size_t end = bytes.find('\n');
      pending_ += bytes.substr(0, end);
      is_too_long_ = pending_.size() > max_line_bytes;
      if (end == std::string_view::npos || is_too_long_) break;
      bytes.remove_prefix(end + 1);
      whole_bytes_ += pending_.size() + 1;
      std::string_view line = pending_;
      if (line.ends_with('\r')) line.remove_suffix(1);
      on_line(line);
      pending_.clear();
    }
    return !is_too_long_;
  }

  std::uint64_t whole_bytes() const { return whole_bytes_; }
  void rewind() {
    pending_.clear();
    is_too_long_ = false;
  }

 private:
  std::string pending_;
  std::uint64_t whole_bytes_ = 0;
  bool is_too_long_ = false;
};

}  // namespace trainyard
