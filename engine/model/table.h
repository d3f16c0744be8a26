// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of a parameter table as architectures write them.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/value.h"
#include "engine/model/parameters.h"

namespace trainyard {

struct TableEntries {
  double standard_deviation = 0.02;  // of weights that are not told theirs

  ParameterSpec weight(std::string name, std::vector<std::int64_t> shape) const {
    return {std::move(name), std::move(shape), Initialization::normal, standard_deviation, true};
  }
  ParameterSpec zeros(std::string name, std::int64_t size) const {
    return {std::move(name), {size}, Initialization::zeros, 0.0, false};
  }
  ParameterSpec ones(std::string name, std::int64_t size) const {
    return {std::move(name), {size}, Initialization::ones, 0.0, false};
  }
};

// `spec` as one of a head that is made for the task at hand.
ParameterSpec of_task(ParameterSpec spec);

// config.json with what transformers tells a folder's content by; another architecture or number
// format would be that of an older folder.
Map named_config(Map config, const std::string& kind, const std::string& architecture);

}  // namespace trainyard
