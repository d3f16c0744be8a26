// SPDX-License-Identifier: GPL-3.0-or-later
// The chat template of a model's folder, with its special tokens.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/text/chat/chat_template.h"

namespace trainyard {

struct ModelChat {
  ChatTemplate text;
  // The template for conversations with tools, where the folder has one of its own ("tool_use").
  std::optional<ChatTemplate> with_tools;
  // bos_token, eos_token and the others as texts: what templates know them by. To be given to
  // render with what else there is.
  Map special_tokens;

  // The one that transformers takes for a conversation with or without tools.
  const ChatTemplate& of(const List* tools) const {
    return tools != nullptr && with_tools ? *with_tools : text;
  }
};

// From chat_template.jinja, with others in additional_chat_templates/NAME.jinja, or from
// tokenizer_config.json's "chat_template": a text, or a list of {"name", "template"}. Files stand
// before the configuration, as in transformers. Special tokens are of tokenizer_config.json, then
// of special_tokens_map.json: texts, or maps with "content". An error when there is no template, or
// several and none is called "default".
Result<ModelChat> read_model_chat(const std::filesystem::path& folder);

// Ids that generation_config.json beside the tokenizer names as those that end a text; none where
// it says nothing.
Result<std::vector<std::uint32_t>> read_end_ids(const std::filesystem::path& folder);

// The special tokens alone; none where the folder says nothing of them.
Result<Map> read_special_tokens(const std::filesystem::path& folder);

}  // namespace trainyard
