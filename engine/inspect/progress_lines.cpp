// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/progress_lines.h"

#include <cstdio>

#include "engine/contract/json.h"
#include "engine/contract/results/inspection.h"

namespace trainyard {

void print_json(const Map& map) {
  std::printf("%s\n", to_json(Value(map)).c_str());
  std::fflush(stdout);
}

void ProgressLines::report(std::string_view phase, double done, double total) {
  const auto now = std::chrono::steady_clock::now();
  if (phase == phase_ && now - said_ < std::chrono::milliseconds(200)) return;
  phase_ = phase;
  said_ = now;
  print_json(to_map(InspectionProgress{phase_, done, total}));
}

}  // namespace trainyard
