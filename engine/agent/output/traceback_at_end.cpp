// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/traceback_at_end.h"

#include <algorithm>

namespace trainyard::agent {
namespace {

constexpr std::string_view heading = "Traceback (most recent call last)";
constexpr std::size_t shown_bytes = 300;
constexpr int lines_after = 3;

// Of the frames and of what is printed below a frame.
bool is_of_frame(std::string_view line) {
  return line.empty() || line[0] == ' ' || line[0] == '\t';
}

}  // namespace

std::optional<std::string> traceback_at_end(std::string_view output_tail) {
  const auto start = output_tail.rfind(heading);
  if (start == output_tail.npos) return std::nullopt;
  std::string_view rest = output_tail.substr(start);
  // What precedes the heading in its line, such as "[rank0]: ", precedes the others, too.
  const auto line_start = start == 0 ? start : output_tail.rfind('\n', start - 1) + 1;
  const std::string_view prefix = output_tail.substr(line_start, start - line_start);
  std::string exception;
  int after = 0;
  rest.remove_prefix(std::min(rest.find('\n') + 1, rest.size()));
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.starts_with(prefix)) line.remove_prefix(prefix.size());
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (exception.empty() && !is_of_frame(line))
      exception = line.substr(0, shown_bytes);
    else if (!exception.empty() && line.find_first_not_of(" \t") != line.npos)
      ++after;
  }
  if (exception.empty() || after > lines_after) return std::nullopt;
  return exception;
}

std::optional<std::string> traceback_at_end(std::string_view error_tail,
                                            std::string_view output_tail) {
  auto found = traceback_at_end(error_tail);
  return found ? found : traceback_at_end(output_tail);
}

}  // namespace trainyard::agent
