// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/instruction_encoder.h"

#include <algorithm>
#include <limits>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/system/utf8_sequence.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {

namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

// Counts how many characters of a text start before given byte positions, which may be in any
// order.
class CharacterCounter {
 public:
  explicit CharacterCounter(std::string_view text) : text_(text) {}

  std::uint32_t before(std::size_t byte) {
    if (byte < byte_) byte_ = characters_ = 0;
    for (; byte_ < byte; ++byte_) characters_ += !is_continuation_byte(text_[byte_]);
    return static_cast<std::uint32_t>(characters_);
  }

 private:
  std::string_view text_;
  std::size_t byte_ = 0, characters_ = 0;
};

// Returns the first token that contains each character, `nowhere` if none does.
std::vector<std::uint32_t> token_of_characters(std::span<const CharacterSpan> tokens,
                                               std::size_t num_characters) {
  std::vector<std::uint32_t> token_of(num_characters, nowhere);
  for (std::size_t token = 0; token < tokens.size(); ++token)
    for (std::size_t i = tokens[token].begin; i < tokens[token].end && i < num_characters; ++i)
      token_of[i] = std::min(token_of[i], static_cast<std::uint32_t>(token));
  return token_of;
}

bool are_inside(std::span<const ByteSpan> spans, std::size_t size) {
  return std::ranges::all_of(
      spans, [&](ByteSpan span) { return span.begin <= span.end && span.end <= size; });
}

// The longest run of ASCII letters and digits, which a template leaves unchanged even if it strips
// or escapes.
std::string_view longest_plain_run(std::string_view text) {
  std::string_view longest;
  for (std::size_t begin = 0, i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\0';
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) continue;
    if (i - begin > longest.size()) longest = text.substr(begin, i - begin);
    begin = i + 1;
  }
  return longest;
}

// Templates know some roles and usually drop messages of others ("human", "gpt") silently. For a
// template that renders all of them, this is the only check.
Result<void> check_roles(const List& messages, const std::string& text) {
  constexpr std::string_view kUsualRoles[] = {"system", "user", "assistant", "tool", "developer"};
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Map* message = messages[i].get_if<Map>();
    const Value* role = message ? find(*message, "role") : nullptr;
    const auto name = role ? json_text(*role) : std::nullopt;
    if (!name || std::ranges::find(kUsualRoles, *name) != std::end(kUsualRoles)) continue;
    const Value* content = find(*message, "content");
    const auto said = content ? json_text(*content) : std::nullopt;
    if (said && text.find(longest_plain_run(*said)) == text.npos)
      return make_error("instructions.left_out_role",
                        {{"number", static_cast<std::int64_t>(i) + 1}, {"role", *name}});
  }
  return {};
}

}  // namespace

void append_targets(const InstructionRow& row, bool completion_only_loss,
                    std::vector<std::uint8_t>& targets) {
  const bool has_completion = completion_only_loss && !row.completion_mask.empty();
  const bool has_assistant = !row.assistant_mask.empty();
  for (std::size_t i = 0; i < row.ids.size(); ++i) {
    const bool is_learned = (!has_completion || row.completion_mask[i] != 0) &&
                            (!has_assistant || row.assistant_mask[i] != 0);
    targets.push_back(is_learned ? 1 : 0);
  }
}

InstructionEncoder::InstructionEncoder(const Tokenizer& tokenizer, InstructionSettings settings,
                                       RenderChat render, std::size_t cache_bytes)
    : settings_(std::move(settings)),
      render_(std::move(render)),
      encoder_(tokenizer, cache_bytes),
      offsets_(tokenizer),
      before_(tokenizer.ids_before().begin(), tokenizer.ids_before().end()) {}

std::string InstructionEncoder::with_eos(const std::string& text) const {
  if (!settings_.eos_token || text.ends_with(*settings_.eos_token)) return text;
  return text + *settings_.eos_token;
}

Result<RenderedChat> InstructionEncoder::render(const List& messages,
                                                const InstructionRecord& record,
                                                bool begins_answer) const {
  if (!render_) return make_error("instructions.no_template", {});
  Map values = record.template_values;
  if (begins_answer) {
    std::erase_if(values, [](const auto& entry) { return entry.first == "add_generation_prompt"; });
    values.emplace_back("add_generation_prompt", true);
  }
  TRY(RenderedChat chat, render_({messages, record.tools, values}));
  if (const auto fault = find_invalid_utf8(chat.text))
    return make_error("instructions.rendered_bytes",
                      {{"byte", static_cast<std::int64_t>(fault->byte_offset)}});
  if (!are_inside(chat.assistant, chat.text.size()))
    return make_error("instructions.rendered_spans", {});
  TRY(check_roles(messages, chat.text));
  return chat;
}

Result<void> InstructionEncoder::encode(const InstructionRecord& record, InstructionRow& row) {
  row.ids.clear();
  row.completion_mask.clear();
  row.assistant_mask.clear();
  prompt_.clear();
  switch (record.shape) {
    case InstructionShape::text:
      encoder_.encode_whole(with_eos(record.text), row.ids);
      break;
    case InstructionShape::prompt_completion:
      encoder_.encode_whole(record.prompt, prompt_);
      encoder_.encode_whole(record.prompt + with_eos(record.text), row.ids);
      mark_completion(row);
      break;
    case InstructionShape::prompt_and_reply: {
      TRY(const RenderedChat prompt, render(record.prompt_messages, record, true));
      List all = record.prompt_messages;
      all.insert(all.end(), record.messages.begin(), record.messages.end());
      TRY(const RenderedChat whole, render(all, record, false));
      encoder_.encode(prompt.text, prompt_);
      encoder_.encode(whole.text, row.ids);
      mark_completion(row);
      break;
    }
    case InstructionShape::chat:
      TRY(encode_chat(record, row));
      break;
  }
  if (row.ids.empty()) return make_error("record.no_tokens", {});
  note_ends(record, row);
  cut(row);
  return {};
}

void InstructionEncoder::note_ends(const InstructionRecord& record, const InstructionRow& row) {
  const bool is_plain =
      record.shape == InstructionShape::text || record.shape == InstructionShape::prompt_completion;
  if (is_plain && !before_.empty() && row.ids.size() > before_.size() &&
      row.ids[before_.size()] == before_.back())
    ++num_begins_twice_;
  const auto is_learned = [](const std::vector<std::uint8_t>& mask, std::size_t i) {
    return mask.empty() || mask[i] != 0;
  };
  for (std::size_t i = row.ids.size(); i-- > 1;)
    if (is_learned(row.completion_mask, i) && is_learned(row.assistant_mask, i) &&
        std::ranges::find(settings_.end_ids, row.ids[i]) != settings_.end_ids.end())
      return;
  ++num_without_end_;
}

void InstructionEncoder::cut(InstructionRow& row) const {
  row.is_cut =
      settings_.max_length && row.ids.size() > static_cast<std::uint64_t>(*settings_.max_length);
  if (!row.is_cut) return;
  const auto kept = static_cast<std::size_t>(*settings_.max_length);
  row.ids.resize(kept);
  if (!row.completion_mask.empty()) row.completion_mask.resize(kept);
  if (!row.assistant_mask.empty()) row.assistant_mask.resize(kept);
}

void InstructionEncoder::mark_completion(InstructionRow& row) {
  const auto differ = std::ranges::mismatch(prompt_, row.ids).in1;
  const auto common = static_cast<std::size_t>(differ - prompt_.begin());
  if (common < prompt_.size()) ++num_prompts_apart_;
  row.completion_mask.assign(row.ids.size(), 1);
  std::fill_n(row.completion_mask.begin(), common, std::uint8_t{0});
}

Result<void> InstructionEncoder::encode_chat(const InstructionRecord& record, InstructionRow& row) {
  TRY(const RenderedChat chat, render(record.messages, record, false));
  if (!settings_.assistant_only_loss) {
    encoder_.encode(chat.text, row.ids);
    return {};
  }
  if (chat.assistant_is_displaced) return make_error("instructions.displaced", {});
  spans_.clear();
  offsets_.encode(chat.text, row.ids, spans_);
  row.assistant_mask.assign(row.ids.size(), 0);
  mark_assistant(chat, spans_, row.assistant_mask);
  if (std::ranges::find(row.assistant_mask, 1) == row.assistant_mask.end())
    return make_error("instructions.no_assistant", {});
  return {};
}

// Like transformers' apply_chat_template, which stops at the first span whose start is in no token,
// and lets one whose end is in none (or in the first) extend to the end.
void InstructionEncoder::mark_assistant(const RenderedChat& chat,
                                        std::span<const CharacterSpan> tokens,
                                        std::vector<std::uint8_t>& mask) const {
  CharacterCounter counter(chat.text);
  const auto token_of = token_of_characters(tokens, counter.before(chat.text.size()));
  const auto token_at = [&](std::size_t character) {
    return character < token_of.size() ? token_of[character] : nowhere;
  };
  std::size_t marked_from = mask.size();  // up to the end, so that no later span marks it again
  for (const ByteSpan& span : chat.assistant) {
    const std::size_t begin = counter.before(span.begin), end = counter.before(span.end);
    const std::uint32_t first = token_at(begin);
    if (first == nowhere) return;
    const std::uint32_t last = end == 0 ? nowhere : token_at(end - 1);
    const bool is_to_end = last == nowhere || last == 0;
    const std::size_t behind = is_to_end ? marked_from : std::size_t{last} + 1;
    for (std::size_t token = first; token < behind; ++token) mask[token] = 1;
    if (is_to_end) marked_from = std::min<std::size_t>(marked_from, first);
  }
}

}  // namespace trainyard
