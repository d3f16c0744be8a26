// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is one number, as Python writes numbers: "0.1", "1e-05", "NaN", "-Infinity", "inf".
#pragma once

#include <optional>
#include <string_view>

#include "engine/contract/line_pattern.h"

namespace trainyard {

// Nothing if there is no number, or anything behind it.
inline std::optional<double> number_in(std::string_view text) {
  const auto number = number_at(text);
  if (!number || number->second != text.size()) return std::nullopt;
  return number->first;
}

}  // namespace trainyard
