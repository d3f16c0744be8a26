// SPDX-License-Identifier: GPL-3.0-or-later
// The model families, each in its own file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/model.h"

namespace trainyard {

struct Architecture {
  std::string_view kind;                 // model.kind, and config.json's model_type
  std::vector<std::string> config_keys;  // of its configuration in transformers
  Result<std::unique_ptr<Model>> (*make)(const Map& config, HeadKind head);
  SummaryToken summary = SummaryToken::last;
};

Architecture gpt2_architecture();
Architecture llama_architecture();
Architecture mistral_architecture();
Architecture qwen2_architecture();
Architecture qwen3_architecture();
Architecture gemma3_architecture();
Architecture bert_architecture();
Architecture smollm3_architecture();
Architecture mamba_architecture();

// All of them.
std::span<const Architecture> architectures();

}  // namespace trainyard
