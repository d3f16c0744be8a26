// SPDX-License-Identifier: GPL-3.0-or-later
// Which numbers of a printed line are values, by which names, and which ones count steps and
// epochs. It depends on the line's shape alone, so it is found once for all lines of a shape.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/agent/output/line_tokens.h"
#include "engine/agent/output/metric_words.h"

namespace trainyard::agent {

struct ValueSlot {
  std::size_t token = 0;
  std::string name;  // without its part of the data: "loss", "acc@1"
  Split split = Split::none;
  Meaning meaning = Meaning::none;
  bool is_explicit = false;  // the name says its part of the data, or ':' or '=' stands before it
  double seconds = 0;        // of the unit that the value is told in; 0: no time
  std::string unit;          // as printed
};

struct CounterSlot {
  std::size_t token = 0;
  Counter kind = Counter::none;
  bool is_named = false;  // by a word, not by its place alone
};

struct LineReading {
  std::vector<ValueSlot> values;
  std::optional<CounterSlot> step, epoch, tokens;
  std::optional<std::size_t> label;  // the number at the front of a line that has another counter
  Split section = Split::none;       // of a line without values: what the next lines are about
  bool has_metric = false;           // a word that trainings are judged by
  bool is_evaluation = false;        // all values are of data that is not trained on
};

LineReading read_values(const std::vector<LineToken>& tokens);

// Takes the number of that name, or behind that word, as the step of such lines.
void use_as_step(LineReading& reading, const std::vector<LineToken>& tokens, std::string_view name);

// The name of a curve: "train/loss", "eval/loss"; `test` is told apart from validation only where
// a program has both.
std::string curve_name(const ValueSlot& value, bool has_validation);

// Where "train loss, valid loss, accuracy" are told, what has no part of the data is of the
// validation.
void place_unqualified(std::vector<ValueSlot>& values);

// The counter that a column of this name holds.
Counter column_counter(std::string_view name);
// A value by the name of its column.
ValueSlot column_value(std::string_view name);

}  // namespace trainyard::agent
