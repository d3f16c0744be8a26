// SPDX-License-Identifier: GPL-3.0-or-later
// Formats by name: how a record of a known data set becomes prompt and completion, or a chat.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

class RecordFields;

// What a format makes of a record: {prompt, completion}, both texts, or {messages: [{role,
// content}, ...]}; nothing: the record is to be left out.
using Formatted = std::optional<Map>;

// A format NAME makes prompt and completion, NAME_chat messages, the first of them the system's,
// which is mostly empty. Texts are byte for byte those of EuroHPC-Basics' sft_formatting.py, but:
// moleculeqa works (there it misses an import), and which notation of a molecule is taken, there an
// unseeded coin, follows from the record's number.
struct Formatter {
  std::string_view name;
  std::string_view description;  // one line: the fields it reads, what it makes of them
  bool is_chat;
  Result<Formatted> (*format)(const RecordFields& fields);
};

// In the order that a list of them is shown in.
std::span<const Formatter> formatters();
// Null when there is none of this name.
const Formatter* find_formatter(std::string_view name);
// The name that was most likely meant.
std::optional<std::string> nearest_formatter(std::string_view name);

// `number`: which record it is, from 0. Errors (exit code 2) name format and field; the caller adds
// file and line (record_error).
Result<Formatted> format_record(const Formatter& formatter, const Map& record,
                                std::uint64_t number);

}  // namespace trainyard
