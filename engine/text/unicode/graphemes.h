// SPDX-License-Identifier: GPL-3.0-or-later
// Where what readers take for one character ends (Unicode Standard Annex 29, extended grapheme
// clusters).
#pragma once

#include <cstddef>
#include <string_view>

namespace trainyard {

// The end of the cluster that begins at byte `at`, inside `text`, valid UTF-8. Left out are the
// rules that join conjuncts (GB9c), emoji by joiners (GB11) and flags (GB12, GB13): what they join
// has more bytes than a CharacterMap looks up, so there these clusters need not be known.
std::size_t grapheme_end(std::string_view text, std::size_t at);

}  // namespace trainyard
