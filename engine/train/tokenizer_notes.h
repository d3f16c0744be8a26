// SPDX-License-Identifier: GPL-3.0-or-later
// Whether data and model have the same words for the same numbers.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/contract/result.h"

namespace trainyard {

// A warning where the tokenizer (or vocabulary of timelines) in the folder of some prepared data is
// not the pretrained model's own: its entries have other ids, or it cuts texts otherwise. Nothing
// where they are alike, one has more entries at its end, or the model's folder has none that can be
// read.
std::optional<Error> note_on_tokenizer(const std::filesystem::path& data,
                                       const std::filesystem::path& model);

}  // namespace trainyard
