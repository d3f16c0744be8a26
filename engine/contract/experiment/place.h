// SPDX-License-Identifier: GPL-3.0-or-later
// Where a field is written in a document, for findings made after it was read (such as a missing
// file).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/contract/describe/diagnostic.h"

namespace trainyard {

// Starting at 1, columns in characters; 0: unknown.
struct Place {
  int line = 0, column = 0;
};

// Returns the place of the value at `path` ("data.train", or "data.train[1]" for a list item, from
// 0). For fields that are not written, it is the place of the nearest enclosing element; unknown if
// the text cannot be parsed.
Place find_place(std::string_view text, std::string_view path);

// Adds file, line and column to a finding made after reading: the place of its path in `text`,
// which `file` names, or the file "--set" without a line if one of the overrides ("path=value") set
// the field.
void place_finding(Diagnostic& finding, const std::string& file, std::string_view text,
                   std::span<const std::string> overrides);

}  // namespace trainyard
