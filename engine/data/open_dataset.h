// SPDX-License-Identifier: GPL-3.0-or-later
// The examples of prepared data.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/contract/result.h"
#include "engine/data/data_request.h"
#include "engine/data/dataset.h"
#include "engine/data/prepared.h"

namespace trainyard {

// The examples of a split. Errors: data that was prepared for another task or for longer rows.
Result<std::unique_ptr<Dataset>> open_dataset(const Experiment& experiment,
                                              const PreparedData& data, const PreparedSplit& split,
                                              LabelsAre labels = LabelsAre::given);

// At most so many examples, drawn where the document has a seed for that.
std::unique_ptr<Dataset> some_examples(std::unique_ptr<Dataset> all,
                                       const std::optional<std::int64_t>& most,
                                       const std::optional<std::int64_t>& seed);

}  // namespace trainyard
