// SPDX-License-Identifier: GPL-3.0-or-later
// Reads lines "TOTAL_STEPS PEAK schedule.kind=cosine schedule.warmup_steps=3 ..." and prints, for
// each, the factors of steps 0 to TOTAL_STEPS + 2 in one line.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/optim/schedule.h"
#include "tests/parity/experiment_of.h"

int main() {
  using namespace trainyard;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::int64_t total_steps = 0;
    double peak = 0;
    words >> total_steps >> peak;
    std::vector<std::string> overrides;
    for (std::string word; words >> word;) overrides.push_back(word);
    const Schedule schedule(experiment_of(overrides).schedule, peak, total_steps);
    for (std::int64_t step = 0; step <= total_steps + 2; ++step)
      std::printf("%.17g ", schedule.factor(step));
    std::printf("\n");
  }
}
