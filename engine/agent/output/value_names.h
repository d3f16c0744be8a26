// SPDX-License-Identifier: GPL-3.0-or-later
// Names of values from the words that are printed beside them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/agent/output/metric_words.h"

namespace trainyard::agent {

struct ValueName {
  std::string text;  // "loss", "acc@1"; empty where the words say no more than a part of the data
  Split split = Split::none;
  bool is_split_alone = false;  // the part of the data is a word of its own: "val loss"
  Meaning meaning = Meaning::none;
  std::string unit;           // "ms" of "time (ms)"
  bool is_qualifier = false;  // "avg", "best": of the value before
};

// `words` in their order. Nothing is named by more than four words that mean something.
ValueName value_name(const std::vector<std::string_view>& words);

// The counter that these words name by their last one ("Global step", "Train Epoch"), unless words
// before it make it a total ("max steps", "number of epochs").
Counter named_counter(const std::vector<std::string_view>& words);

}  // namespace trainyard::agent
