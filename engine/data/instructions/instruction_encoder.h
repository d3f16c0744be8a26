// SPDX-License-Identifier: GPL-3.0-or-later
// Records of instructions as rows of tokens with what of them is learned, as trl 1.16's SFTTrainer
// makes them.
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
  const Value& tools;          // null when there are none
  const Map& template_values;  // more that the template may use
};

using RenderChat = std::function<Result<RenderedChat>(const ChatInput&)>;

struct InstructionSettings {
  // Put behind a text or completion that does not end with it; texts with messages get theirs from
  // the template.
  std::optional<std::string> eos_token;
  // Tokens that are kept of a row, from its begin on. None: all, for rows that are packed.
  std::optional<std::int64_t> max_length;
  bool assistant_only_loss = false;  // of chats; learned is what the assistant wrote
  // Tokens that end what is generated. None of them learned: nothing teaches the model to stop.
  std::vector<std::uint32_t> end_ids{};
};

struct InstructionRow {
  std::vector<std::uint32_t> ids;
  // One a token where the record has a prompt, else empty: 1 behind the prompt.
  std::vector<std::uint8_t> completion_mask;
  // One a token of a chat with assistant_only_loss, else empty.
  std::vector<std::uint8_t> assistant_mask;
  bool is_cut = false;  // at max_length
};

// Appends for each token whether it is learned, 1 or 0. Without `completion_only_loss` the prompt
// is learned too.
void append_targets(const InstructionRow& row, bool completion_only_loss,
                    std::vector<std::uint8_t>& targets);

// One per thread. Prompt and completion become tokens as one text, or as one chat; learned are the
// tokens from where they are others than those of the prompt alone, which ends with what the
// template writes before an answer (add_generation_prompt). Where the prompt alone does not begin
// the whole (a word that goes on across the border, a template that writes it otherwise), its last
// tokens are learned too; such records are counted for a warning.
class InstructionEncoder {
 public:
  // `render` may be empty when no record has messages.
  InstructionEncoder(const Tokenizer& tokenizer, InstructionSettings settings, RenderChat render,
                     std::size_t cache_bytes = std::size_t{100} << 20);

  // Errors (exit code 2) without file and line: those of the template; a chat with
  // assistant_only_loss in which it marks nothing, or elsewhere than the text is; no token at all.
  Result<void> encode(const InstructionRecord& record, InstructionRow& row);

  // Records so far whose prompt alone is not the beginning of the whole in tokens.
  std::int64_t num_prompts_apart() const { return num_prompts_apart_; }
  // Those that begin with the token that the tokenizer puts before them.
  std::int64_t num_begins_twice() const { return num_begins_twice_; }
  // Those of which no token that ends a text would be learned, if nothing were cut.
  std::int64_t num_without_end() const { return num_without_end_; }

 private:
  Result<RenderedChat> render(const List& messages, const InstructionRecord& record,
                              bool begins_answer) const;
  std::string with_eos(const std::string& text) const;
  Result<void> encode_chat(const InstructionRecord& record, InstructionRow& row);
  void mark_assistant(const RenderedChat& chat, std::span<const CharacterSpan> tokens,
                      std::vector<std::uint8_t>& mask) const;
  // From prompt_ and the ids of the row.
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
