// SPDX-License-Identifier: GPL-3.0-or-later
// Named formats: how a record of a known data set becomes prompt and completion, or a chat.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

class RecordFields;

// The result of formatting a record: {prompt, completion}, both texts, or {messages: [{role,
// content}, ...]}; nothing if the record is to be skipped.
using Formatted = std::optional<Map>;

// A format NAME produces prompt and completion, NAME_chat messages, the first being the system
// message, which is usually empty. Texts are byte for byte those of EuroHPC-Basics'
// sft_formatting.py, with two exceptions: moleculeqa works (it lacks an import there), and the
// choice of a molecule's notation, there an unseeded coin flip, follows from the record's number.
struct Formatter {
  std::string_view name;
  std::string_view description;  // one line: the fields it reads and what it makes of them
  bool is_chat;
  Result<Formatted> (*format)(const RecordFields& fields);
};

// In display order.
std::span<const Formatter> formatters();
// Null if there is no format of this name.
const Formatter* find_formatter(std::string_view name);
// The closest name, as a suggestion.
std::optional<std::string> nearest_formatter(std::string_view name);

// `number` is the index of the record, from 0. Errors (exit code 2) name format and field; the
// caller adds file and line (record_error).
Result<Formatted> format_record(const Formatter& formatter, const Map& record,
                                std::uint64_t number);

}  // namespace trainyard
