// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/bert_tokenizer.h"

#include <algorithm>

#include "engine/contract/json.h"
#include "engine/text/tokenizer_files.h"

namespace trainyard {
namespace {

constexpr const char* kSpecialTokens[] = {bert_padding, bert_unknown, bert_begin, bert_separator,
                                          bert_mask};

Value flag_or_null(const Map& config, const char* key) {
  const Value* value = find(config, key);
  return value == nullptr ? Value() : *value;
}

std::optional<std::int64_t> id_of(const std::vector<std::string>& entries, const char* token) {
  const auto entry = std::ranges::find(entries, token);
  if (entry == entries.end()) return std::nullopt;
  return entry - entries.begin();
}

Map part(const char* kind, const char* id, std::int64_t type) {
  return {{kind, Map{{"id", id}, {"type_id", type}}}};
}

// [CLS] A [SEP] B [SEP]
Value template_of(const std::vector<std::string>& entries) {
  const auto begin = id_of(entries, bert_begin), end = id_of(entries, bert_separator);
  if (!begin || !end) return {};
  const auto special = [](const char* token, std::int64_t id) {
    return Map{{"id", token}, {"ids", List{id}}, {"tokens", List{token}}};
  };
  const List single = {part("SpecialToken", bert_begin, 0), part("Sequence", "A", 0),
                       part("SpecialToken", bert_separator, 0)};
  List pair = single;
  pair.emplace_back(part("Sequence", "B", 1));
  pair.emplace_back(part("SpecialToken", bert_separator, 1));
  return Map{{"type", "TemplateProcessing"},
             {"single", single},
             {"pair", pair},
             {"special_tokens", Map{{bert_begin, special(bert_begin, *begin)},
                                    {bert_separator, special(bert_separator, *end)}}}};
}

}  // namespace

std::string bert_tokenizer_json(const std::vector<std::string>& entries, const Map& config) {
  Map vocab;
  for (std::size_t id = 0; id < entries.size(); ++id)
    vocab.emplace_back(entries[id], static_cast<std::int64_t>(id));
  List added;
  for (const char* token : kSpecialTokens)
    if (const auto id = id_of(entries, token))
      added.emplace_back(Map{{"id", *id},
                             {"content", token},
                             {"single_word", false},
                             {"lstrip", false},
                             {"rstrip", false},
                             {"normalized", false},
                             {"special", true}});
  const Map normalizer = {
      {"type", "BertNormalizer"},
      {"clean_text", true},
      {"handle_chinese_chars", get<bool>(config, "tokenize_chinese_chars", true)},
      {"strip_accents", flag_or_null(config, "strip_accents")},
      {"lowercase", get<bool>(config, "do_lower_case", true)}};
  const Map model = {{"type", "WordPiece"},
                     {"unk_token", bert_unknown},
                     {"continuing_subword_prefix", "##"},
                     {"max_input_chars_per_word", std::int64_t{100}},
                     {"vocab", std::move(vocab)}};
  return to_json(
      Value(Map{{"version", "1.0"},
                {"truncation", Value()},
                {"padding", Value()},
                {"added_tokens", std::move(added)},
                {"normalizer", normalizer},
                {"pre_tokenizer", Map{{"type", "BertPreTokenizer"}}},
                {"post_processor", template_of(entries)},
                {"decoder", Map{{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}}},
                {"model", model}}));
}

std::string bert_tokenizer_config(const Map& config) {
  return to_json(Value(
             Map{{"tokenizer_class", "BertTokenizer"},
                 {"do_lower_case", get<bool>(config, "do_lower_case", true)},
                 {"tokenize_chinese_chars", get<bool>(config, "tokenize_chinese_chars", true)},
                 {"strip_accents", flag_or_null(config, "strip_accents")},
                 {"unk_token", bert_unknown},
                 {"sep_token", bert_separator},
                 {"pad_token", bert_padding},
                 {"cls_token", bert_begin},
                 {"mask_token", bert_mask}})) +
         "\n";
}

Result<Vocabulary> bert_vocabulary(const std::vector<std::string>& entries, const Map& config,
                                   const std::string& file) {
  std::string json = bert_tokenizer_json(entries, config);
  TRY(auto vocabulary, parse_tokenizer_json(json, file));
  vocabulary.source_files.emplace_back("tokenizer.json", std::move(json));
  return vocabulary;
}

}  // namespace trainyard
