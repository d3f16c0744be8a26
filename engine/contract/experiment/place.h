// SPDX-License-Identifier: GPL-3.0-or-later
// Where a field is written in a document, for findings that are made after it was read (a file that
// is not there).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/contract/diagnostic.h"

namespace trainyard {

// From 1, columns in characters; 0: unknown.
struct Place {
  int line = 0, column = 0;
};

// Of the value at `path` ("data.train", or "data.train[1]" for an item of a list, from 0). What is
// not written has the place of the nearest thing around it; an unreadable text has none.
Place find_place(std::string_view text, std::string_view path);

// Gives a finding made after reading its file, line and column: those of its path in `text`, which
// `file` names, or the file
// "--set" without a line where one of the overrides ("path=value") wrote the field.
void place_finding(Diagnostic& finding, const std::string& file, std::string_view text,
                   std::span<const std::string> overrides);

}  // namespace trainyard
