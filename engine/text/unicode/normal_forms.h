// SPDX-License-Identifier: GPL-3.0-or-later
// Unicode's normal forms (Unicode Standard Annex 15) as the pinned `tokenizers` library makes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/text/formed_text.h"

namespace trainyard {

enum class NormalForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

// `text`, valid UTF-8, in the form; nothing when it is in it already.
std::optional<FormedText> to_normal_form(std::string_view text, NormalForm form);

}  // namespace trainyard
