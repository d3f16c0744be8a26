// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/record_stager.h"

#include <algorithm>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/data/record_error.h"
#include "engine/data/parallel_for.h"
#include "engine/data/unpacker.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_pending_records = 4096, max_pending_bytes = 16u << 20;
// The size of the encoders' word caches, all threads together.
constexpr std::size_t encoder_caches_bytes = 512u << 20;

// An estimate of the size of its texts.
std::size_t bytes_in(const Value& value) {
  std::size_t sum = sizeof(Value);
  if (const auto* text = value.get_if<std::string>()) sum += text->size();
  if (const auto* list = value.get_if<List>())
    for (const Value& item : *list) sum += bytes_in(item);
  if (const auto* map = value.get_if<Map>())
    for (const auto& [key, member] : *map) sum += key.size() + bytes_in(member);
  return sum;
}

// The folder with a tokenizer's template and special tokens.
fs::path folder_of(const fs::path& tokenizer) {
  std::error_code ignored;
  return fs::is_directory(tokenizer, ignored) ? tokenizer : tokenizer.parent_path();
}

Result<std::optional<ModelChat>> chat_of(const InstructionDataSettings& settings,
                                         const fs::path& folder) {
  if (!settings.instructions.chat_template) {
    auto chat = read_model_chat(folder);
    if (chat) return std::optional(*std::move(chat));
    // A template is only needed for messages.
    if (chat.error().code == "chat.no_template") return std::optional<ModelChat>();
    return chat.error();
  }
  TRY(const std::string source,
      read_file(*settings.instructions.chat_template, max_template_bytes));
  TRY(auto text, ChatTemplate::parse(source, *settings.instructions.chat_template));
  TRY(auto tokens, read_special_tokens(folder));
  return std::optional(ModelChat{std::move(text), std::nullopt, std::move(tokens)});
}

// The end token, and others that the model's folder lists: Gemma's <end_of_turn>, for example.
Result<std::vector<std::uint32_t>> end_ids_of(const InstructionRules& rules,
                                              const fs::path& folder) {
  TRY(std::vector<std::uint32_t> ids, read_end_ids(folder));
  if (rules.eos_token)
    if (const auto id = rules.tokenizer.token_id(*rules.eos_token)) ids.push_back(*id);
  return ids;
}

RenderChat render_by(const std::optional<ModelChat>& chat) {
  if (!chat) return {};
  return [&chat](const ChatInput& input) {
    Map variables = chat->special_tokens;
    variables.insert(variables.end(), input.template_values.begin(), input.template_values.end());
    const List* tools = input.tools.get_if<List>();
    return chat->of(tools).render(input.messages, tools, variables);
  };
}

}  // namespace

Result<InstructionRules> InstructionRules::create(const InstructionDataSettings& settings) {
  if (!settings.tokenizer) return make_error("data.no_tokenizer", {});
  TRY(auto tokenizer, Tokenizer::read(*settings.tokenizer));
  const fs::path folder = folder_of(*settings.tokenizer);
  TRY(auto chat, chat_of(settings, folder));
  InstructionRules rules{
      std::move(tokenizer),          std::move(chat), settings.instructions.eos_token,
      settings.instructions.loss_on, std::nullopt,    {}};
  if (settings.instructions.packing == Packing::none)
    rules.max_length = settings.data.sequence_length;
  if (!rules.eos_token) {
    Map tokens;
    if (rules.chat) {
      tokens = rules.chat->special_tokens;
    } else {
      TRY(tokens, read_special_tokens(folder));
    }
    if (const auto* known = find(tokens, "eos_token")) rules.eos_token = *json_text(*known);
  }
  if (!rules.eos_token && rules.tokenizer.end_of_text_id())
    rules.eos_token = rules.tokenizer.token(*rules.tokenizer.end_of_text_id());
  if (rules.eos_token && !rules.tokenizer.token_id(*rules.eos_token))
    return make_error("instructions.eos_token",
                      {{"token", *rules.eos_token}, {"tokenizer", settings.tokenizer->string()}});
  TRY(rules.end_ids, end_ids_of(rules, folder));
  if (settings.instructions.loss_on == LossOn::assistant && rules.chat &&
      !rules.chat->text.has_generation())
    return make_error("instructions.no_generation",
                      {{"template", rules.chat->text.name()}, {"mark", "{% generation %}"}});
  return rules;
}

RecordStager::RecordStager(const InstructionRules& rules, int num_threads, StagedRows& rows)
    : rules_(rules), staged_(rows) {
  const int num_shares = std::max(1, num_threads);
  for (int i = 0; i < num_shares; ++i)
    shares_.push_back(
        {encoder_of(rules, encoder_caches_bytes / static_cast<std::size_t>(num_shares)),
         {},
         {},
         {},
         {}});
}

InstructionEncoder RecordStager::encoder_of(const InstructionRules& rules,
                                            std::size_t cache_bytes) {
  return InstructionEncoder(
      rules.tokenizer,
      {rules.eos_token, rules.max_length, rules.loss_on == LossOn::assistant, rules.end_ids},
      render_by(rules.chat), cache_bytes);
}

Result<void> RecordStager::add(GivenRecord&& record) {
  for (const auto& [key, value] : record.object) pending_bytes_ += key.size() + bytes_in(value);
  pending_.push_back(std::move(record));
  const bool is_enough =
      pending_.size() >= max_pending_records || pending_bytes_ >= max_pending_bytes;
  return is_enough ? flush() : Result<void>();
}

Result<void> RecordStager::flush() {
  parallel_for(pending_.size(), shares_.size(),
               [this](std::size_t index, std::size_t first, std::size_t last) {
                 encode_share(shares_[index], first, last);
               });
  pending_.clear();
  pending_bytes_ = 0;
  for (const Share& share : shares_) {
    if (!share.outcome) return share.outcome;  // of the first record with an error
    std::int64_t row = staged_.num_rows();
    for (const bool is_there : share.is_there)
      row_of_record_.push_back(is_there ? row++ : kLeftOut);
    cut_rows_.insert(cut_rows_.end(), share.is_cut.begin(), share.is_cut.end());
    TRY(staged_.append(share.rows));
  }
  return {};
}

void RecordStager::encode_share(Share& share, std::size_t first, std::size_t last) {
  share.rows = {};
  share.is_there.clear();
  share.is_cut.clear();
  share.outcome = {};
  for (std::size_t i = first; i < last && share.outcome; ++i) {
    share.outcome = encode(pending_[i], share);
    if (!share.outcome)
      share.outcome = record_error(*pending_[i].file, pending_[i].line, share.outcome.error());
  }
}

Result<bool> RecordStager::encode_record(const InstructionRules& rules, InstructionEncoder& encoder,
                                         GivenRecord& record, InstructionRow& row) {
  if (record.formatter) {
    TRY(Formatted formatted,
        format_record(*record.formatter, record.object, static_cast<std::uint64_t>(record.number)));
    if (!formatted) return false;
    record.object = *std::move(formatted);
  }
  const bool is_table = record.file && ending_of(*record.file) == ".parquet";
  TRY(const InstructionRecord told,
      read_instruction(record.object, "text", is_table ? Nulls::of_a_table : Nulls::of_a_text));
  if (rules.loss_on == LossOn::completion && !has_prompt(told.shape))
    return make_error("instructions.no_prompt", {{"found", name_of(told.shape)}});
  if (rules.loss_on == LossOn::assistant && told.shape != InstructionShape::chat)
    return make_error("instructions.no_chat", {{"found", name_of(told.shape)}});
  TRY(encoder.encode(told, row));
  // A template that writes every role would make the model learn this one.
  if (told.from_human_or_gpt > 0)
    return make_error("instructions.from_human_or_gpt", {{"number", told.from_human_or_gpt}});
  return true;
}

Result<void> RecordStager::encode(GivenRecord& record, Share& share) const {
  InstructionRow row;
  TRY(const bool is_told, encode_record(rules_, share.encoder, record, row));
  share.is_there.push_back(is_told);
  if (!is_told) return {};
  EncodedRows& rows = share.rows;
  rows.ids.insert(rows.ids.end(), row.ids.begin(), row.ids.end());
  rows.ends.push_back(rows.ids.size());
  share.is_cut.push_back(row.is_cut);
  if (rules_.has_targets()) append_targets(row, /*completion_only_loss=*/true, rows.targets);
  return {};
}

std::int64_t RecordStager::sum_of(std::int64_t (InstructionEncoder::*count)() const) const {
  std::int64_t sum = 0;
  for (const Share& share : shares_) sum += (share.encoder.*count)();
  return sum;
}

}  // namespace trainyard
