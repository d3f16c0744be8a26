// SPDX-License-Identifier: GPL-3.0-or-later
// Some steps of a training on this computer's CPU, with its own data, task, optimizer, schedule and
// precision, but a shrunk model, and an evaluation of one batch after them.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/results/rehearsal.h"
#include "engine/inspect/plan_training.h"

namespace trainyard {

struct RehearsedSteps {
  std::vector<double> losses;
  std::vector<NamedNumber> metrics;  // none if nothing is evaluated
  // Whether the document wants an evaluation for which there is no data.
  bool lacks_validation = false;
};

// `document`: whose paths the experiment has. Errors: "data.too_short", "non_finite_loss", those of
// reading data; throws those of torch.
Result<RehearsedSteps> rehearse_steps(const PlannedTraining& planned,
                                      const std::filesystem::path& document);

}  // namespace trainyard
