// SPDX-License-Identifier: GPL-3.0-or-later
// The known word that a person most likely meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace trainyard {

// The candidate with the fewest insertions, deletions, changes and swaps of neighbours, when these
// are few enough for the word's length; the first of equals.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace trainyard
