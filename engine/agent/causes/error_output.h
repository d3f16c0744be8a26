// SPDX-License-Identifier: GPL-3.0-or-later
// Finding the cause of a death in what a program wrote last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard::agent {

constexpr const char* communication_code = "failure.communication";

// What kind of failure a line of error output tells of. `exit_code` is set where the cause has a
// code of its own.
struct ErrorFinding {
  std::string code;    // failure.exception, .exception_advice, .out_of_memory, .communication,
                       // .cuda, .disk_full
  std::string text;    // the telling line, without the full stop at its end
  std::string advice;  // the code of what to change; empty for failure.exception alone
  std::optional<int> exit_code;
  std::optional<std::int64_t> rank;
  bool is_loss_of_peers() const { return code == communication_code; }
};

// Sorts one line such as "RuntimeError: CUDA error: ..." by what it says; code failure.exception
// where nothing better is known.
ErrorFinding classify_error(const std::string& line);

// Looks through the end of a program's error output: the last line of the Python traceback (a
// launcher's own report of a child's death is none), else a CUDA or NCCL error line. Ranks are
// taken from torch's "[rank1]: " where it is there.
std::optional<ErrorFinding> find_error(std::string_view output_tail);

// What torchrun's table says about the first failure.
struct LauncherReport {
  std::optional<std::int64_t> rank;
  std::optional<int> exit_code;  // below 0: the negated signal
};
std::optional<LauncherReport> find_launcher_report(std::string_view output_tail);

// The last line that holds something, at most 300 bytes; empty when there is none.
std::string last_line(std::string_view output_tail);

}  // namespace trainyard::agent
