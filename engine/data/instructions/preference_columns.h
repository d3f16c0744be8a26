// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of published data that say which answers are wanted (for DPO, KTO, reward models), of
// which instruction tuning takes no notice.
#pragma once

#include <vector>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// One note a split on the first file that has such columns, "instructions.preference_columns".
std::vector<Error> preference_columns_left(const TextSources& sources);

}  // namespace trainyard
