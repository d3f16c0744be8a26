// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that data and model use the same tokenizer.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/contract/result.h"

namespace trainyard {

// Returns a warning if the tokenizer (or vocabulary of timelines) in the folder of prepared data is
// not the pretrained model's own: its entries have different ids, or it splits texts differently.
// Nothing if they match, if one has additional entries at its end, or if the model's folder has
// none that can be read.
std::optional<Error> note_on_tokenizer(const std::filesystem::path& data,
                                       const std::filesystem::path& model);

}  // namespace trainyard
