// SPDX-License-Identifier: GPL-3.0-or-later
// What the words beside printed numbers mean: which name metrics, counters, parts of the data and
// units, and which name numbers that no curve is made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/agent/output/line_tokens.h"

namespace trainyard::agent {

enum class Meaning : std::uint8_t {
  none,
  metric,   // loss, accuracy, reward: what a training is judged by
  setting,  // learning rate, gradient norm: told beside a metric
  time,     // time, dt
  no_value  // eta, pid, port, seed, memory: no curve
};

enum class Counter : std::uint8_t { none, total, step, batch, samples, epoch, tokens, progress };

enum class Split : std::uint8_t { none, train, eval, test };

// Parts of a word in lower case: at punctuation, at digits' end and at capitals within
// ("trainLoss", "valid_0's", "Acc@1").
std::vector<std::string> word_parts(std::string_view word);
std::string lower_case(std::string_view text);

Counter counter_word(std::string_view word);  // of a whole word: "Epoch", "global_step"
// "rank", "pid": the number beside it says which of several processes prints.
bool is_printer_word(std::string_view word);
Split split_word(std::string_view part);
bool is_stop_word(std::string_view part);  // "the", "of", "average": no part of a name
bool is_qualifier(std::string_view part);  // "mean", "best", "ema": of the value beside it
Meaning meaning(const std::vector<std::string>& parts);
// Of an unknown word, UnitKind::none.
UnitKind unit_word(std::string_view word);
// Seconds in one of a unit of time ("ms", "ms/step"); 0 for other units.
double unit_seconds(std::string_view unit);

}  // namespace trainyard::agent
