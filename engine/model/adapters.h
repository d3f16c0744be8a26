// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters (Hu et al., 2021) in a parameter table, with the names and rules of peft.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/experiment/lora.h"
#include "engine/contract/result.h"
#include "engine/model/model.h"

namespace trainyard {

// Returns the parameters that are trained: the model's table or, with a rank, its table frozen
// except for a classification head (is_of_task). In the latter case each chosen weight (its module
// is its name without ".weight") gets two parameters at the end of its layer's list:
// "<module>.lora_A.weight" (r, in), uniform in +-1/sqrt(in) (peft's kaiming_uniform with a =
// sqrt(5)), and "<module>.lora_B.weight" (out, r), zeros.
//
// A module is chosen by its full name or by the end of it after a dot; "all-linear" chooses all.
// Only modules in layers have adapters: what comes before and after the layers is embeddings and
// heads. Errors: "lora.no_module" for a name that matches nothing.
Result<ParameterTable> trained_table(const Model& model, const LoraSection& lora);

// Whether the name is "<module>.lora_A.weight" or "<module>.lora_B.weight".
bool is_adapter(std::string_view parameter);

// Returns names that match exactly the modules with adapters in this table, as adapter_config.json
// lists them in target_modules: the last parts of their names if that is unambiguous, else their
// full names.
std::vector<std::string> target_modules(const ParameterTable& table);

// Returns the modules that are fully trained alongside adapters and saved with them, named as in
// peft's modules_to_save. BERT's pooler is one of them, unlike in peft: checkpoints of masked
// language models have none, so it is initialized randomly and would otherwise not be saved
// anywhere.
std::vector<std::string> saved_modules(const ParameterTable& table);

}  // namespace trainyard
