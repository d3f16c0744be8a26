// SPDX-License-Identifier: GPL-3.0-or-later
// The last step for language modelling: concatenates prepared texts, one per row, and cuts them
// into rows of one length (group_texts.h).
#pragma once

#include <filesystem>

#include "engine/contract/result.h"
#include "engine/data/texts/group_texts.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// `texts` has rows of RowKind::sequences. Fills an empty folder. Errors: those of reading and
// writing prepared data, "data.stopped".
Result<PreparedData> write_groups(const PreparedData& texts, const GroupRules& rules,
                                  const std::filesystem::path& folder,
                                  const PrepareProgress& progress);

}  // namespace trainyard
