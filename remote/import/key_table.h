// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of another program's keys, and how each is converted.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "remote/import/draft.h"
#include "remote/import/setting.h"

namespace trainyard {

enum class Use {
  field,           // becomes the field
  combined,        // is handled together with others, in the file that has the table
  no_counterpart,  // the experiment has no equivalent
  engine_decides,  // how memory and messages are arranged, which changes no results
  always,          // what the engine does in any case
  no_effect        // does not affect results: reporting, cache paths, ways of starting
};

struct KeyRow {
  std::string_view key;  // "a.*" is a and all keys below it
  Use use = Use::no_effect;
  // Values that need no action, separated by "|"; null and empty values never do.
  std::string_view same = {};
  std::string_view field = {};
  Value (*change)(const Value&) = nullptr;  // converts the value; returns null if it cannot
  // The message for a value without counterpart, where the general one would say too little.
  const char* sentence = "import.no_counterpart";
};

const KeyRow* find_row(std::span<const KeyRow> rows, std::string_view key);

// Whether the value is one of "one|another", however its case, truth or number is written.
bool is_one_of(const Value& value, std::string_view words);

// Whether the setting needs no action: it is absent, null, empty or one of the row's same values.
bool asks_nothing(const KeyRow& row, const Value& value);

// Notes that an experiment has no equivalent of the value, with the row's sentence.
void note_no_counterpart(const KeyRow& row, const Setting& setting, Draft& draft);

// Whether nothing depends on the value, whatever it is: the note then has no more than the key.
bool is_idle(Use use);

// Converts every setting according to its row: sets it in the draft, or adds a note why not.
// Unknown keys are noted.
void carry_over(std::span<const KeyRow> rows, const Settings& settings, Draft& draft);

// True for true, "True", "yes", "on", 1 etc.; nothing if it is not a boolean.
std::optional<bool> truth_of(const Value& value);
// Converts texts that are numbers to numbers; other values are unchanged.
Value number_of(const Value& value);
// Lower-case text of a scalar; empty for null and collections.
std::string word_of(const Value& value);
// On one line, at most 80 characters: for messages.
std::string shortened(const Value& value);

}  // namespace trainyard
