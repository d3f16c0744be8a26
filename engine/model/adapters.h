// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters (Hu et al., 2021) in a table of parameters, with the names and rules of peft.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/experiment/lora.h"
#include "engine/contract/result.h"
#include "engine/model/model.h"

namespace trainyard {

// What is trained of a model: its table, or, with a rank, its table frozen but for the head of a
// classification (is_of_task), and beside each chosen weight (its name less ".weight" is its
// module's) two parameters at the end of its layer's list: "<module>.lora_A.weight" (r, in),
// uniform in +-1/sqrt(in) (peft's kaiming_uniform with a = sqrt(5)), and "<module>.lora_B.weight"
// (out, r), zeros.
//
// A module is chosen by its whole name or the end of it behind a dot; "all-linear" chooses all.
// Only those in layers have adapters: what precedes and follows the layers is embeddings and heads.
// Errors: "lora.no_module", a name that chooses nothing.
Result<ParameterTable> trained_table(const Model& model, const LoraSection& lora);

// "<module>.lora_A.weight" and "<module>.lora_B.weight".
bool is_adapter(std::string_view parameter);

// Names that choose the modules with adapters of this table and no others, as adapter_config.json
// has them in target_modules: the last parts of their names, else their whole names.
std::vector<std::string> target_modules(const ParameterTable& table);

// The modules that are trained whole beside adapters, and saved with them, as peft's
// modules_to_save names them. BERT's pooler is one, which peft leaves as it is: folders of masked
// language models have none, so that it begins at random and nothing else would hold it.
std::vector<std::string> saved_modules(const ParameterTable& table);

}  // namespace trainyard
