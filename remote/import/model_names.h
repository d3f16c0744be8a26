// SPDX-License-Identifier: GPL-3.0-or-later
// Maps Hugging Face model names to architectures, and converts a model's settings from arguments.
#pragma once

#include <optional>
#include <string_view>

#include "engine/contract/experiment/model.h"
#include "remote/import/draft.h"

namespace trainyard {

// For "meta-llama/Llama-3.2-1B", a folder of such a name or config.json's model_type. Nothing for
// architectures that the engine does not have and for names that are not conclusive.
std::optional<ModelKind> model_kind_of(std::string_view name);

// Converts model_name_or_path, model_type, config_overrides and tokenizer_name.
void carry_model(const Settings& settings, Draft& draft);

}  // namespace trainyard
