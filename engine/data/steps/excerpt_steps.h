// SPDX-License-Identifier: GPL-3.0-or-later
// The steps for an excerpt: does with the first records of each file what steps.h does with all of
// them, in folders next to the prepared data instead of in the cache.
#pragma once

#include <filesystem>

#include "engine/data/steps/steps.h"

namespace trainyard {

// Prepares data in `folder`, which must not exist, from settings with max_records; intermediate
// results are in folders next to it. An excerpt with too few rows to be split is all training data.
// Errors: those of the steps.
Result<PreparedData> prepare_text_excerpt(const TextDataSettings& settings,
                                          const std::filesystem::path& folder,
                                          const PrepareProgress& progress);
Result<PreparedData> prepare_labelled_excerpt(const LabelledTextSettings& settings,
                                              const std::filesystem::path& folder,
                                              const PrepareProgress& progress);

}  // namespace trainyard
