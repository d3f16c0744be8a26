// SPDX-License-Identifier: GPL-3.0-or-later
// The settings in another trainer's file, as a flat list: nested keys are joined by dots.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/value.h"

namespace trainyard {

struct Origin {
  std::string file;
  int line = 0;     // from 1; 0: unknown
  std::string key;  // as written there: "zero_optimization.stage", "torchrun --nnodes"
};

struct Setting {
  std::string key;  // as in the tables of keys
  Value value;      // for a command line always text, true or a list of texts
  Origin origin;
};
using Settings = std::vector<Setting>;

inline const Setting* find_setting(const Settings& settings, std::string_view key) {
  for (const Setting& setting : settings)
    if (setting.key == key) return &setting;
  return nullptr;
}

}  // namespace trainyard
