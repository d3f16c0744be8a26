// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <utility>

#include "engine/contract/json.h"
#include "engine/text/tokenizer_entries.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/tokenizer_stages.h"

namespace trainyard {
namespace {

// The member `key` if it is a map; null if it is absent or null.
Result<const Map*> object_in(const Map& map, const char* key, const std::string& file) {
  const Value* value = find(map, key);
  if (value == nullptr || value->is_null()) return static_cast<const Map*>(nullptr);
  const Map* inner = value->get_if<Map>();
  if (inner == nullptr) return damaged_tokenizer(file, "tokenizer.key_no_object", {{"key", key}});
  return inner;
}

Result<const Map*> needed_object_in(const Map& map, const char* key, const std::string& file) {
  TRY(const Map* inner, object_in(map, key, file));
  if (inner == nullptr) return damaged_tokenizer(file, "tokenizer.key_missing", {{"key", key}});
  return inner;
}

Result<void> read_stages(const Map& top, const std::string& file, Vocabulary& vocabulary) {
  TRY(const Map* normalizer, object_in(top, "normalizer", file));
  if (normalizer != nullptr) {
    TRY(read_normalizer(*normalizer, file, vocabulary.normalizer));
  }
  TRY(const Map* pre_tokenizer, object_in(top, "pre_tokenizer", file));
  TRY(read_pre_tokenizer(pre_tokenizer, file, vocabulary));
  TRY(const Map* post_processor, object_in(top, "post_processor", file));
  if (post_processor != nullptr) {
    TRY(read_post_processor(*post_processor, file, vocabulary));
  }
  TRY(const Map* decoder, object_in(top, "decoder", file));
  vocabulary.decoder.clear();
  if (decoder == nullptr) return {};
  return read_decoder(*decoder, file, vocabulary.decoder);
}

// Rejects BPE options that would change its ids and are not supported.
Result<void> check_bpe_options(const Map& model, const std::string& file) {
  if (const Value* dropout = find(model, "dropout"); dropout != nullptr && !dropout->is_null()) {
    const double* ratio = dropout->get_if<double>();
    const std::int64_t* whole = dropout->get_if<std::int64_t>();
    if (!(ratio != nullptr && *ratio == 0.0) && !(whole != nullptr && *whole == 0))
      return unsupported_tokenizer(file, "tokenizer.model_key", {{"key", "dropout"}});
  }
  for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    const Value* affix = find(model, key);
    const std::string* text = affix == nullptr ? nullptr : affix->get_if<std::string>();
    if (affix != nullptr && !affix->is_null() && (text == nullptr || !text->empty()))
      return unsupported_tokenizer(file, "tokenizer.model_key", {{"key", key}});
  }
  return {};
}

// "a b" in older files, ["a", "b"] in newer ones.
Result<void> read_merge(const Value& merge, const std::string& file, MergeBuilder& builder) {
  if (const std::string* line = merge.get_if<std::string>()) return builder.add_line(*line);
  const List* parts = merge.get_if<List>();
  const bool two = parts != nullptr && parts->size() == 2;
  const auto left = two ? json_text((*parts)[0]) : std::nullopt;
  const auto right = two ? json_text((*parts)[1]) : std::nullopt;
  if (!left || !right) {
    return damaged_tokenizer(file, "tokenizer.merge_pair",
                             {{"merge", static_cast<std::int64_t>(builder.count() + 1)}});
  }
  return builder.add(*left, *right);
}

Result<void> read_unknown(const Map& model, const std::string& file, Vocabulary& vocabulary) {
  const Value* value = find(model, "unk_token");
  const auto token = value == nullptr ? std::nullopt : json_text(*value);
  if (!token) return {};
  const auto entry = vocabulary.ids.find(*token);
  if (entry == vocabulary.ids.end())
    return damaged_tokenizer(file, "tokenizer.no_unknown", {{"token", quoted_token(*token)}});
  vocabulary.unknown_id = entry->second;
  return {};
}

Result<void> read_bpe(const Map& model, const std::string& file, Vocabulary& vocabulary) {
  TRY(check_bpe_options(model, file));
  if (vocabulary.model == TokenModel::character_bpe) {
    TRY(read_unknown(model, file, vocabulary));
    TRY(vocabulary.byte_fallback, read_flag(model, "byte_fallback", false, file));
    TRY(vocabulary.fuse_unknown, read_flag(model, "fuse_unk", false, file));
  }
  TRY(vocabulary.ignore_merges, read_flag(model, "ignore_merges", false, file));
  const Value* merges = find(model, "merges");
  const List* list = merges == nullptr ? nullptr : merges->get_if<List>();
  if (list == nullptr) {
    return damaged_tokenizer(file,
                             merges == nullptr ? "tokenizer.key_missing" : "tokenizer.key_no_list",
                             {{"key", "merges"}});
  }
  MergeBuilder builder(vocabulary, file);
  for (const Value& merge : *list) {
    TRY(read_merge(merge, file, builder));
  }
  return {};
}

Result<void> read_word_piece(const Map& model, const std::string& file, Vocabulary& vocabulary) {
  vocabulary.model = TokenModel::word_piece;
  TRY(read_unknown(model, file, vocabulary));
  if (!vocabulary.unknown_id)
    return damaged_tokenizer(file, "tokenizer.key_missing", {{"key", "unk_token"}});
  vocabulary.continuing_prefix = get<std::string>(model, "continuing_subword_prefix", "##");
  const std::int64_t longest = get<std::int64_t>(model, "max_input_chars_per_word", 100);
  vocabulary.longest_word = longest > 0 ? static_cast<std::size_t>(longest) : 0;
  return {};
}

// ["token", score]
Result<void> read_scored_entry(const Value& entry, const std::string& file,
                               Vocabulary& vocabulary) {
  const List* pair = entry.get_if<List>();
  const bool is_pair = pair != nullptr && pair->size() == 2;
  const auto token = is_pair ? json_text((*pair)[0]) : std::nullopt;
  const double* real = is_pair ? (*pair)[1].get_if<double>() : nullptr;
  const std::int64_t* whole = is_pair ? (*pair)[1].get_if<std::int64_t>() : nullptr;
  const std::size_t id = vocabulary.scores.size();
  if (!token || (!real && !whole) || (real && !std::isfinite(*real)))
    return damaged_tokenizer(file, "tokenizer.scored_entry",
                             {{"entry", static_cast<std::int64_t>(id)}});
  if (!vocabulary.ids.emplace(*token, static_cast<std::uint32_t>(id)).second)
    return damaged_tokenizer(file, "tokenizer.token_twice", {{"token", quoted_token(*token)}});
  vocabulary.scores.push_back(real ? *real : static_cast<double>(*whole));
  return {};
}

Result<void> read_unigram(const Map& model, const std::string& file, Vocabulary& vocabulary) {
  if (vocabulary.model == TokenModel::byte_level_bpe)
    return unsupported_tokenizer(file, "tokenizer.pre_tokenizer",
                                 {{"type", quoted_token("ByteLevel")}});
  vocabulary.model = TokenModel::unigram;
  for (const char* key : {"alpha", "nbest_size"})
    if (const Value* sampling = find(model, key); sampling != nullptr && !sampling->is_null())
      return unsupported_tokenizer(file, "tokenizer.model_key", {{"key", key}});
  const Value* vocab = find(model, "vocab");
  const List* entries = vocab == nullptr ? nullptr : vocab->get_if<List>();
  if (entries == nullptr)
    return damaged_tokenizer(file, "tokenizer.key_no_list", {{"key", "vocab"}});
  for (const Value& entry : *entries) {
    TRY(read_scored_entry(entry, file, vocabulary));
  }
  const Value* unknown = find(model, "unk_id");
  const auto id = unknown == nullptr ? std::nullopt : token_id_of(*unknown);
  if (!id || *id >= vocabulary.scores.size())
    return damaged_tokenizer(file, "tokenizer.unknown_id");
  vocabulary.unknown_id = *id;
  TRY(vocabulary.byte_fallback, read_flag(model, "byte_fallback", false, file));
  return {};
}

Result<void> read_model(const Map& model, const std::string& file, Vocabulary& vocabulary) {
  const std::string type = stage_type(model);
  if (type == "Unigram") return read_unigram(model, file, vocabulary);
  TRY(const Map* vocab, needed_object_in(model, "vocab", file));
  TRY(read_vocab(*vocab, file, vocabulary.ids));
  if (type == "BPE") return read_bpe(model, file, vocabulary);
  return read_word_piece(model, file, vocabulary);
}

Result<AddedToken> read_added_token(const Map& map, const std::string& file) {
  AddedToken token;
  const Value* content = find(map, "content");
  const auto text = content == nullptr ? std::nullopt : json_text(*content);
  if (!text || text->empty()) return damaged_tokenizer(file, "tokenizer.added_no_content");
  token.content = *text;
  const Value* id = find(map, "id");
  const auto number = id == nullptr ? std::nullopt : token_id_of(*id);
  if (!number) {
    return damaged_tokenizer(
        file, "tokenizer.added_no_id",
        {{"token", quoted_token(token.content)}, {"limit", std::int64_t{max_token_id}}});
  }
  token.id = *number;
  TRY(token.special, read_flag(map, "special", false, file));
  TRY(token.lstrip, read_flag(map, "lstrip", false, file));
  TRY(token.rstrip, read_flag(map, "rstrip", false, file));
  TRY(token.normalized, read_flag(map, "normalized", false, file));
  TRY(token.single_word, read_flag(map, "single_word", false, file));
  return token;
}

Result<void> read_added_tokens(const Map& top, const std::string& file, Vocabulary& vocabulary) {
  const Value* value = find(top, "added_tokens");
  if (value == nullptr || value->is_null()) return {};
  const List* list = value->get_if<List>();
  if (list == nullptr)
    return damaged_tokenizer(file, "tokenizer.key_no_list", {{"key", "added_tokens"}});
  for (const Value& entry : *list) {
    const Map* map = entry.get_if<Map>();
    if (map == nullptr) return damaged_tokenizer(file, "tokenizer.added_no_object");
    TRY(AddedToken token, read_added_token(*map, file));
    vocabulary.added.push_back(std::move(token));
  }
  return {};
}

}  // namespace

Result<Vocabulary> parse_tokenizer_json(const std::string& text, const std::string& file) {
  const auto document = parse_json(text);
  if (!document) return damaged_tokenizer(file, document.error());
  const Map* top = document->get_if<Map>();
  if (top == nullptr) return damaged_tokenizer(file, "tokenizer.no_object");
  TRY(const Map* model, needed_object_in(*top, "model", file));
  if (const std::string type = stage_type(*model);
      type != "BPE" && type != "WordPiece" && type != "Unigram")
    return unsupported_tokenizer(file, "tokenizer.model_type", {{"type", quoted_token(type)}});
  Vocabulary vocabulary;
  TRY(read_stages(*top, file, vocabulary));
  TRY(read_model(*model, file, vocabulary));
  TRY(read_added_tokens(*top, file, vocabulary));
  return vocabulary;
}

}  // namespace trainyard
