// SPDX-License-Identifier: GPL-3.0-or-later
// Converts values to JSON text and back. Non-finite numbers are the strings "NaN", "Infinity",
// "-Infinity" in both directions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// One line; reals keep all their digits and always have a decimal point or an exponent. Bytes that
// are not UTF-8 become U+FFFD.
std::string to_json(const Value& value);

// Accepts arbitrary bytes; the bare words NaN, Infinity and -Infinity, which Python's json writes,
// are numbers. Malformed text, nesting deeper than 64 or trailing text is an error. Never throws.
Result<Value> parse_json(std::string_view text);

// Returns a value of parse_json that was text: including "NaN", "Infinity" and "-Infinity", which
// are valid tokens and labels. Nothing for any other value.
std::optional<std::string> json_text(const Value& value);

}  // namespace trainyard
