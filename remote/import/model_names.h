// SPDX-License-Identifier: GPL-3.0-or-later
// Which architecture a name of Hugging Face's stands for, and a model's settings from arguments.
#pragma once

#include <optional>
#include <string_view>

#include "engine/contract/experiment/model.h"
#include "remote/import/draft.h"

namespace trainyard {

// "meta-llama/Llama-3.2-1B", a folder of such a name or a model_type of config.json. Nothing for
// architectures that the engine has not and for names that do not tell.
std::optional<ModelKind> model_kind_of(std::string_view name);

// From model_name_or_path, model_type, config_overrides and tokenizer_name.
void carry_model(const Settings& settings, Draft& draft);

}  // namespace trainyard
