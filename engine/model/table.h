// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers for architectures to write the entries of a parameter table.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/value.h"
#include "engine/model/parameters.h"

namespace trainyard {

struct TableEntries {
  double standard_deviation = 0.02;  // of weights without their own

  // Of a product, or looked up by rows.
  ParameterSpec weight(std::string name, std::vector<std::int64_t> shape) const {
    ParameterSpec spec = table(std::move(name), std::move(shape));
    spec.is_sharded = true;
    return spec;
  }
  // Read in other ways, as by a narrow().
  ParameterSpec table(std::string name, std::vector<std::int64_t> shape) const {
    return {std::move(name), std::move(shape), Initialization::normal, standard_deviation, true};
  }
  ParameterSpec zeros(std::string name, std::int64_t size) const {
    return {std::move(name), {size}, Initialization::zeros, 0.0, false};
  }
  ParameterSpec ones(std::string name, std::int64_t size) const {
    return {std::move(name), {size}, Initialization::ones, 0.0, false};
  }
};

// Marks `spec` as part of a task-specific head.
ParameterSpec of_task(ParameterSpec spec);

// Sets what transformers identifies a checkpoint by. An architecture or number format that is
// already in `config` would be that of an older checkpoint.
Map named_config(Map config, const std::string& kind, const std::string& architecture);

}  // namespace trainyard
