// SPDX-License-Identifier: GPL-3.0-or-later
// Suggests the known word that was most likely meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// Returns the candidate with the fewest insertions, deletions, substitutions and transpositions, if
// these are few enough for the word's length; the first in case of a tie.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// The error of a key at `path` that is none of `keys`: key.unknown_near with the nearest of them,
// or key.unknown.
Error unknown_key(std::string_view key, std::string path, std::span<const std::string> keys);

}  // namespace trainyard
