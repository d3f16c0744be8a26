// SPDX-License-Identifier: GPL-3.0-or-later
// Edits single values in the document's text, preserving comments, order, spacing and quoting of
// everything else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// Replaces the characters of the value at `path` ("optimizer.learning_rate"), in block or flow
// style, or adds a line (or an entry in a flow mapping) if the key is absent. The result reads back
// as `value`. Errors: unknown path, text that does not parse, a value of the wrong kind.
Result<std::string> edit(std::string_view text, std::string_view path, const Value& value);

// Removes the value at `path` from the text, which restores the default; no change if it is absent.
Result<std::string> reset(std::string_view text, std::string_view path);

// The sections in the text, in order; empty if it cannot be parsed.
std::vector<std::string> written_sections(std::string_view text);

// Removes a section with everything in it, including comments; no change if it is absent.
Result<std::string> remove_section(std::string_view text, std::string_view section);

// Writes what the user entered for the field at `path` although it is not a valid value: as text,
// so that the document holds what was entered and reports what is wrong with it.
Result<std::string> edit_as_entered(std::string_view text, std::string_view path,
                                    std::string_view entered);

// Returns what is written for the field `path`, valid or not: scalars as texts, as written but
// without quotes. Nothing if the field is not in the text.
std::optional<Value> written_value(std::string_view text, std::string_view path);

// Whether the text can be edited at all. Errors: "edit.not_readable".
Result<void> check_editable(std::string_view text);

}  // namespace trainyard
