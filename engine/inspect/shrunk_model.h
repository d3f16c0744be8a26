// SPDX-License-Identifier: GPL-3.0-or-later
// A model of the same kind with the same vocabulary, positions and head, but few and narrow layers,
// so that a step of it takes a second on a CPU.
#pragma once

#include <memory>

#include "engine/contract/result.h"
#include "engine/model/model.h"

namespace trainyard {

struct Experiment;

// Errors: those of make_model.
Result<std::unique_ptr<Model>> shrunk_model(const Experiment& experiment, const Model& model);

}  // namespace trainyard
