// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the cause of a failure in a program's last output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard::agent {

constexpr const char* communication_code = "failure.communication";

// The kind of failure that a line of error output describes. `exit_code` is set if the cause has
// its own.
struct ErrorFinding {
  std::string code;    // failure.exception, .exception_advice, .out_of_memory, .communication,
                       // .cuda, .disk_full
  std::string text;    // the line in question, without its final full stop
  std::string advice;  // the code of the advice on what to change; empty for plain
                       // failure.exception
  std::optional<int> exit_code;
  std::optional<std::int64_t> rank;
  std::string last{};  // the last line of the output, if it is another one and not blank
  bool is_loss_of_peers() const { return code == communication_code; }
};

// Classifies a line such as "RuntimeError: CUDA error: ..." by its content; the code is
// failure.exception if nothing more specific is known.
ErrorFinding classify_error(const std::string& line);

// Searches the end of a program's error output. A sign counts by its place and by what came after
// it: the last Python traceback (except a launcher's own report of a child's death) decides, unless
// the program went on after it; without one, a line with a sign among the last few, unless it is
// one that healthy programs print or progress followed. Of exceptions that caused each other, the
// last one that says more than its name. The rank is taken from torch's "[rank1]: " if present.
// Without a traceback, `last` is the last line of the output where that is another one.
std::optional<ErrorFinding> find_error(std::string_view output_tail);

// What torchrun's table reports about the first failure.
struct LauncherReport {
  std::optional<std::int64_t> rank;
  std::optional<int> exit_code;  // below 0: the negated signal
};
std::optional<LauncherReport> find_launcher_report(std::string_view output_tail);

// Returns the last line that is not blank, at most 300 bytes; empty if there is none.
std::string last_line(std::string_view output_tail);

}  // namespace trainyard::agent
