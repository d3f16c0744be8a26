// SPDX-License-Identifier: GPL-3.0-or-later
// Boundaries of user-perceived characters (Unicode Standard Annex 29, extended grapheme clusters).
#pragma once

#include <cstddef>
#include <string_view>

namespace trainyard {

// Returns the end of the cluster that starts at byte `at`, inside `text`, valid UTF-8. Omits the
// rules that join conjuncts (GB9c), emoji by joiners (GB11) and flags (GB12, GB13): what they join
// has more bytes than a CharacterMap looks up, so these clusters do not matter there.
std::size_t grapheme_end(std::string_view text, std::size_t at);

}  // namespace trainyard
