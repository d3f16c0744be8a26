// SPDX-License-Identifier: GPL-3.0-or-later
// Unicode normal forms (Unicode Standard Annex 15) as in the pinned `tokenizers` library.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/text/unicode/formed_text.h"

namespace trainyard {

enum class NormalForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

// Returns `text`, valid UTF-8, in the given form; nothing if it already is.
std::optional<FormedText> to_normal_form(std::string_view text, NormalForm form);

}  // namespace trainyard
