// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of one value of the document's text that keep comments, order, spacing and quoting of
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
// style, or adds one line (one entry in a flow mapping) where the key is absent. The result reads
// back as `value`. Errors: unknown path, text that does not parse, a value of the wrong kind.
Result<std::string> edit(std::string_view text, std::string_view path, const Value& value);

// Takes the value at `path` out of the text, so that the default holds again; no change when it is
// not there.
Result<std::string> reset(std::string_view text, std::string_view path);

// Sections that the text has, in its order; none where it cannot be read.
std::vector<std::string> written_sections(std::string_view text);

// Takes a section out of the text with all that stands in it, comments included; no change when it
// is not there.
Result<std::string> remove_section(std::string_view text, std::string_view section);

// What a person entered into the field at `path` and is no value of its kind: it is written down as
// text, so that the document holds what was entered and says what is wrong with it.
Result<std::string> edit_as_entered(std::string_view text, std::string_view path,
                                    std::string_view entered);

// What stands at the field `path`, right or wrong: scalars as texts, as they are spelled but
// without quotes. Nothing where the field is not in the text.
std::optional<Value> written_value(std::string_view text, std::string_view path);

// Whether edits can be made at all. Errors: "edit.not_readable".
Result<void> check_editable(std::string_view text);

}  // namespace trainyard
