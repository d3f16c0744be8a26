// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment as a list of paths and values, by which experiments are compared.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/value.h"

namespace trainyard {

struct Experiment;

// Whether a field's `applies_when` holds: "workload=engine&data.kind=text|timelines".
bool condition_holds(const std::string& condition, const Experiment& experiment);

struct ExperimentSetting {
  std::string path;  // "optimizer.learning_rate", in a mapping "model.overrides.n_layer"
  Value value;       // not null, and no empty text, list or map
};

// The fields that apply to the experiment, those with their default too, in document order.
std::vector<ExperimentSetting> settings_of(const Experiment& experiment);

}  // namespace trainyard
