// SPDX-License-Identifier: GPL-3.0-or-later
// What a command that answers with one JSON object prints on the way: progress as lines of JSON.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard {

// Writes one line on stdout, at once.
void print_json(const Map& map);

// At most five lines per second in the same phase.
class ProgressLines {
 public:
  void report(std::string_view phase, double done, double total);

 private:
  std::string phase_;
  std::chrono::steady_clock::time_point said_{};
};

}  // namespace trainyard
