// SPDX-License-Identifier: GPL-3.0-or-later
// Instruction records as rows of tokens with a loss mask, as in trl 1.16's SFTTrainer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/instructions/instruction_record.h"
#include "engine/text/chat/chat_template.h"
#include "engine/text/offset_encoder.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

struct ChatInput {
  const List& messages;
  const Value& tools;          // null if there are none
  const Map& template_values;  // further variables for the template
};

using RenderChat = std::function<Result<RenderedChat>(const ChatInput&)>;

struct InstructionSettings {
  // Appended to a text or completion that does not end with it; for texts with messages the
  // template adds it.
  std::optional<std::string> eos_token;
  // Rows are truncated to this many tokens. None: no truncation, for rows that are packed.
  std::optional<std::int64_t> max_length;
  bool assistant_only_loss = false;  // for chats: only what the assistant wrote is learned
  // Tokens that end generation. If none of them is learned, the model is not taught to stop.
  std::vector<std::uint32_t> end_ids{};
};

struct InstructionRow {
  std::vector<std::uint32_t> ids;
  // One per token if the record has a prompt, else empty: 1 after the prompt.
  std::vector<std::uint8_t> completion_mask;
  // One per token of a chat with assistant_only_loss, else empty.
  std::vector<std::uint8_t> assistant_mask;
  bool is_cut = false;  // to max_length
};

// Appends for each token whether it is learned, 1 or 0. Without `completion_only_loss` the prompt
// is learned as well.
void append_targets(const InstructionRow& row, bool completion_only_loss,
                    std::vector<std::uint8_t>& targets);

// One per thread. Prompt and completion are tokenized as one text or one chat; learned are the
// tokens from the first that differs from those of the prompt alone, which ends with what the
// template adds before an answer (add_generation_prompt). If the prompt's own tokens are not a
// prefix of the whole (a word that spans the border, a template that renders it differently), its
// last tokens are learned as well; such records are counted for a warning.
class InstructionEncoder {
 public:
  // `render` may be empty if no record has messages.
  InstructionEncoder(const Tokenizer& tokenizer, InstructionSettings settings, RenderChat render,
                     std::size_t cache_bytes = std::size_t{100} << 20);

  // Errors (exit code 2) without file and line: those of the template; a chat with
  // assistant_only_loss in which the template marks nothing, or marks something other than the
  // text; no tokens at all.
  Result<void> encode(const InstructionRecord& record, InstructionRow& row);

  // The number of records so far whose prompt's own tokens are not a prefix of the whole.
  std::int64_t num_prompts_apart() const { return num_prompts_apart_; }
  // The number of records that start with the token that the tokenizer prepends.
  std::int64_t num_begins_twice() const { return num_begins_twice_; }
  // The number of records in which, even without truncation, no end token would be learned.
  std::int64_t num_without_end() const { return num_without_end_; }

 private:
  Result<RenderedChat> render(const List& messages, const InstructionRecord& record,
                              bool begins_answer) const;
  std::string with_eos(const std::string& text) const;
  Result<void> encode_chat(const InstructionRecord& record, InstructionRow& row);
  void mark_assistant(const RenderedChat& chat, std::span<const CharacterSpan> tokens,
                      std::vector<std::uint8_t>& mask) const;
  // Compares prompt_ with the ids of the row.
  void mark_completion(InstructionRow& row);
  void note_ends(const InstructionRecord& record, const InstructionRow& row);
  void cut(InstructionRow& row) const;

  InstructionSettings settings_;
  RenderChat render_;
  TextEncoder encoder_;
  OffsetEncoder offsets_;
  std::vector<std::uint32_t> prompt_;
  std::vector<CharacterSpan> spans_;
  const std::vector<std::uint32_t> before_;
  std::int64_t num_prompts_apart_ = 0, num_begins_twice_ = 0, num_without_end_ = 0;
};

}  // namespace trainyard
