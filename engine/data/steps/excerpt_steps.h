// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of an excerpt: of the first records of each file what steps.h does with all of them,
// into folders beside the prepared data instead of the cache.
#pragma once

#include <filesystem>

#include "engine/data/steps/steps.h"

namespace trainyard {

// Prepared data in `folder`, which must not exist, from settings with most_records; what lies
// between goes into folders beside it. An excerpt of too few rows to be drawn from stays
// training's. Errors: those of the steps.
Result<PreparedData> prepare_text_excerpt(const TextDataSettings& settings,
                                          const std::filesystem::path& folder,
                                          const PrepareProgress& progress);
Result<PreparedData> prepare_labelled_excerpt(const LabelledTextSettings& settings,
                                              const std::filesystem::path& folder,
                                              const PrepareProgress& progress);

}  // namespace trainyard
