// SPDX-License-Identifier: GPL-3.0-or-later
// What a rehearsal found: what would make a submission fail after its time in the queue, and what
// some steps of the training gave. `engine rehearse --json` prints it, the service adds what it
// knows of the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/results/training_plan.h"

namespace trainyard {

inline constexpr std::int64_t kRehearsalFormat = 1;

struct NamedNumber {
  std::string name;
  double value = 0;
};

struct Rehearsal {
  std::int64_t format = kRehearsalFormat;
  std::vector<Diagnostic> diagnostics;
  // Of the training itself; absent for a program of the user's own, and if errors prevent it.
  std::optional<TrainingPlan> plan{};
  // Of the steps that the model took here with fewer and narrower layers; empty: none were taken.
  std::vector<double> losses{};
  // Of an evaluation of one batch after them.
  std::vector<NamedNumber> metrics{};
  // Memory of each GPU of the target, as far as it is known there.
  std::optional<std::int64_t> gpu_bytes{};
};

void describe(Section<NamedNumber>& section);
void describe(Section<Rehearsal>& section);

}  // namespace trainyard
