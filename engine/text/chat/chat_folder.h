// SPDX-License-Identifier: GPL-3.0-or-later
// The chat template of a model's folder, with its special tokens.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/text/chat/chat_template.h"

namespace trainyard {

struct ModelChat {
  ChatTemplate text;
  // The template for conversations with tools, if the folder has a separate one ("tool_use").
  std::optional<ChatTemplate> with_tools;
  // bos_token, eos_token etc. as texts, under their names in templates. To be passed to render()
  // with other variables.
  Map special_tokens;

  // Returns the template that transformers uses for a conversation with or without tools.
  const ChatTemplate& of(const List* tools) const {
    return tools != nullptr && with_tools ? *with_tools : text;
  }
};

// Reads chat_template.jinja, with others in additional_chat_templates/NAME.jinja, or
// tokenizer_config.json's "chat_template": a text, or a list of {"name", "template"}. Files take
// precedence over the configuration, as in transformers. Special tokens are read from
// tokenizer_config.json, then special_tokens_map.json: texts, or maps with "content". An error if
// there is no template, or several of which none is called "default".
Result<ModelChat> read_model_chat(const std::filesystem::path& folder);

// Returns the ids that end a text according to generation_config.json next to the tokenizer; empty
// if it lists none.
Result<std::vector<std::uint32_t>> read_end_ids(const std::filesystem::path& folder);

// Returns only the special tokens; empty if the folder defines none.
Result<Map> read_special_tokens(const std::filesystem::path& folder);

}  // namespace trainyard
