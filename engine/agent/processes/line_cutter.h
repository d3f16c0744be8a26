// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a program's output into lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard::agent {

constexpr std::size_t max_printed_line_bytes = 64 << 10;

// Passes each line to `on_line`, without its end; a carriage return also ends a line, and empty
// ones are skipped. What follows the last end stays in `partial`. A line longer than
// max_printed_line_bytes is dropped (`is_cutting`: inside such a line); returns how many of those
// started.
template <class OnLine>
std::uint64_t cut_lines(std::string& partial, bool& is_cutting, std::string_view bytes,
                        OnLine on_line) {
  std::uint64_t cut = 0;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    if (!is_cutting) partial += bytes.substr(0, end);
    if (partial.size() > max_printed_line_bytes) {
      is_cutting = true;
      ++cut;
      partial.clear();
    }
    if (end == std::string_view::npos) return cut;
    if (!partial.empty()) on_line(partial);
    partial.clear();
    is_cutting = false;
    bytes.remove_prefix(end + 1);
  }
  return cut;
}

template <class OnLine>
void cut_lines(std::string& partial, std::string_view bytes, OnLine on_line) {
  bool is_cutting = false;
  cut_lines(partial, is_cutting, bytes, on_line);
}

}  // namespace trainyard::agent
