// Cutting what a program prints into lines.
#pragma once

#include <string>
#include <string_view>

namespace trainyard::agent {

constexpr std::size_t max_printed_line_bytes = 64 << 10;

// Gives each line to `on_line`, without its end; a carriage return ends one too, and empty ones are
// left out. What follows the last end stays in `partial`; a line longer than max_printed_line_bytes
// loses its beginning.
template <class OnLine>
void cut_lines(std::string& partial, std::string_view bytes, OnLine on_line) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    partial += bytes.substr(0, end);
    if (end == std::string_view::npos) {
      if (partial.size() > max_printed_line_bytes) partial.clear();
      return;
    }
    if (!partial.empty()) on_line(partial);
    partial.clear();
    bytes.remove_prefix(end + 1);
  }
}

}  // namespace trainyard::agent
