// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the examples of prepared data.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/contract/result.h"
#include "engine/data/data_request.h"
#include "engine/data/dataset.h"
#include "engine/data/prepared.h"

namespace trainyard {

// Returns the examples of a split. Errors: data that was prepared for a different task or for
// longer rows.
Result<std::unique_ptr<Dataset>> open_dataset(const Experiment& experiment,
                                              const PreparedData& data, const PreparedSplit& split,
                                              LabelsAre labels = LabelsAre::given);

// Limits the number of examples; they are drawn at random if the document has a seed for that.
std::unique_ptr<Dataset> some_examples(std::unique_ptr<Dataset> all,
                                       const std::optional<std::int64_t>& most,
                                       const std::optional<std::int64_t>& seed);

}  // namespace trainyard
