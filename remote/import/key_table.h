// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of another program's keys: what becomes of each.
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
  combined,        // is read together with others, by the file that has the table
  no_counterpart,  // the experiment cannot say it
  no_effect        // changes nothing about results: reporting, paths of caches, ways of starting
};

struct KeyRow {
  std::string_view key;  // "a.*" is a and all keys below it
  Use use = Use::no_effect;
  // Values at which nothing has to be done, separated by "|"; null and what is empty always are.
  std::string_view same = {};
  std::string_view field = {};
  Value (*change)(const Value&) = nullptr;  // before it goes into the field; null: cannot be
};

const KeyRow* find_row(std::span<const KeyRow> rows, std::string_view key);

// Whether the setting asks for nothing: it is absent, null, empty or one of the row's same values.
bool asks_nothing(const KeyRow& row, const Value& value);

// Every setting by its row: into the draft, or a note why not. Unknown keys are noted.
void carry_over(std::span<const KeyRow> rows, const Settings& settings, Draft& draft);

// True for true, "True", "yes", "on", 1 and their like; nothing for what is neither true nor false.
std::optional<bool> truth_of(const Value& value);
// Texts that spell a number as that number; everything else as it is.
Value number_of(const Value& value);
// Lower-case text of a scalar; empty for null and collections.
std::string word_of(const Value& value);
// On one line, at most 80 characters: for sentences.
std::string shortened(const Value& value);

}  // namespace trainyard
