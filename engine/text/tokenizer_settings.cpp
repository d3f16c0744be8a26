// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer_settings.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "engine/contract/json.h"
#include "engine/text/tokenizer_entries.h"
#include "engine/text/tokenizer_stages.h"

namespace trainyard {
namespace {

constexpr const char* kNamedTokens[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                        "pad_token", "cls_token", "mask_token"};

// Without "Fast", the suffix in older versions.
std::string class_of(const Map& config) {
  std::string name = get<std::string>(config, "tokenizer_class");
  if (name.ends_with("Fast")) name.resize(name.size() - 4);
  return name;
}

// A text, which means a special token, or a map of its members. Nothing for anything else.
std::optional<AddedToken> token_of(const Value& value) {
  AddedToken token;
  if (const auto text = json_text(value)) {
    token.content = *text;
    token.special = true;
    return text->empty() ? std::nullopt : std::optional(token);
  }
  const Map* map = value.get_if<Map>();
  const Value* content = map ? find(*map, "content") : nullptr;
  const auto text = content ? json_text(*content) : std::nullopt;
  if (!text || text->empty()) return std::nullopt;
  token.content = *text;
  token.special = get<bool>(*map, "special");
  token.normalized = get<bool>(*map, "normalized", !token.special);
  token.lstrip = get<bool>(*map, "lstrip");
  token.rstrip = get<bool>(*map, "rstrip");
  token.single_word = get<bool>(*map, "single_word");
  return token;
}

// Like the library's add_tokens.
class TokenAdder {
 public:
  explicit TokenAdder(Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  bool has(const std::string& content) const {
    return std::ranges::find(vocabulary_.added, content, &AddedToken::content) !=
           vocabulary_.added.end();
  }

  // An existing one with the same content gets the other settings.
  void add(AddedToken token) {
    const auto known = std::ranges::find(vocabulary_.added, token.content, &AddedToken::content);
    if (known != vocabulary_.added.end()) {
      token.id = known->id;
      *known = std::move(token);
      return;
    }
    const auto entry = vocabulary_.ids.find(token.content);
    token.id = entry == vocabulary_.ids.end() ? next_id() : entry->second;
    vocabulary_.added.push_back(std::move(token));
  }

 private:
  std::uint32_t next_id() const {
    auto next = static_cast<std::uint32_t>(vocabulary_.ids.size());
    for (const AddedToken& token : vocabulary_.added) next = std::max(next, token.id + 1);
    return next;
  }

  Vocabulary& vocabulary_;
};

// {"50257": {"content": ...}, ...} in numeric order.
std::map<std::int64_t, AddedToken> listed_tokens(const Map& decoder) {
  std::map<std::int64_t, AddedToken> tokens;
  for (const auto& [number, value] : decoder) {
    std::int64_t id = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), id);
    if (auto token = token_of(value); token && read.ec == std::errc()) tokens[id] = *token;
  }
  return tokens;
}

// Those named in the settings, in transformers' order.
std::vector<AddedToken> named_tokens(const TokenizerSettings& settings) {
  const bool has_list = find(settings.config, "added_tokens_decoder") != nullptr;
  const auto setting = [&](const char* key) -> const Value* {
    const Value* older =
        settings.special_tokens && !has_list ? find(*settings.special_tokens, key) : nullptr;
    return older ? older : find(settings.config, key);
  };
  std::vector<AddedToken> tokens;
  for (const char* key : kNamedTokens)
    if (const Value* value = setting(key))
      if (auto token = token_of(*value)) {
        token->special = true;
        tokens.push_back(*std::move(token));
      }
  for (const char* key : {"additional_special_tokens", "extra_special_tokens"}) {
    const Value* value = setting(key);
    const List* list = value ? value->get_if<List>() : nullptr;
    for (const Value& item : list ? *list : List{})
      if (auto token = token_of(item)) tokens.push_back(*std::move(token));
  }
  return tokens;
}

void add_tokens(const TokenizerSettings& settings, Vocabulary& vocabulary) {
  TokenAdder adder(vocabulary);
  const std::vector<AddedToken> named = named_tokens(settings);
  const auto is_named = [&](const std::string& content) {
    return std::ranges::find(named, content, &AddedToken::content) != named.end();
  };
  if (find(settings.config, "added_tokens_decoder")) {
    for (const auto& [id, token] : listed_tokens(get<Map>(settings.config, "added_tokens_decoder")))
      adder.add(token);
  } else if (settings.added) {
    std::map<std::int64_t, AddedToken> tokens;
    for (const auto& [content, value] : *settings.added) {
      const auto* id = value.get_if<std::int64_t>();
      const bool is_special = is_named(content);
      if (id && !content.empty() && !adder.has(content))
        tokens[*id] = {.content = content, .special = is_special, .normalized = !is_special};
    }
    for (const auto& [id, token] : tokens) adder.add(token);
  }
  for (const AddedToken& token : named)
    if (!adder.has(token.content)) adder.add(token);
}

bool is_type(const Map* stage, const char* type) { return stage && stage_type(*stage) == type; }

const Map* stage_of(const Map& document, const char* key) {
  const Value* value = find(document, key);
  return value ? value->get_if<Map>() : nullptr;
}

// Whether "▁" is added at the start of a text, by a normalizer or by Metaspace.
bool begins_with_space(const Map& document) {
  const Map* normalizer = stage_of(document, "normalizer");
  bool prepends = is_type(normalizer, "Prepend");
  if (is_type(normalizer, "Sequence"))
    for (const Value& part : get<List>(*normalizer, "normalizers"))
      prepends = prepends || is_type(part.get_if<Map>(), "Prepend");
  const Map* pre_tokenizer = stage_of(document, "pre_tokenizer");
  return prepends || (is_type(pre_tokenizer, "Metaspace") &&
                      stage_text(*pre_tokenizer, "prepend_scheme") != "never");
}

}  // namespace

Result<void> apply_settings(const TokenizerSettings& settings, const Map& document,
                            const std::string& file, Vocabulary& vocabulary) {
  const Map& config = settings.config;
  const std::string name = class_of(config);
  if (name == "BertTokenizer" && is_type(stage_of(document, "normalizer"), "BertNormalizer")) {
    const bool lowers = get<bool>(config, "do_lower_case", true);
    vocabulary.normalizer = {};
    vocabulary.normalizer.add_bert(
        {.handle_chinese_chars = get<bool>(config, "tokenize_chinese_chars", true),
         .strip_accents = get<bool>(config, "strip_accents", lowers),
         .lowercase = lowers});
  }
  const bool is_gpt2 = name == "GPT2Tokenizer" || name == "RobertaTokenizer";
  if (is_gpt2 && vocabulary.model == TokenModel::byte_level_bpe && vocabulary.stages.empty() &&
      vocabulary.split == SplitPattern::gpt2)
    vocabulary.add_prefix_space = get<bool>(config, "add_prefix_space", false);
  const Value* first_space = find(config, "add_prefix_space");
  const bool* wants_space = first_space ? first_space->get_if<bool>() : nullptr;
  if (name == "LlamaTokenizer" && wants_space && vocabulary.model == TokenModel::character_bpe &&
      *wants_space != begins_with_space(document))
    return unsupported_tokenizer(file, "tokenizer.other_space",
                                 {{"value", *wants_space ? "true" : "false"}});
  add_tokens(settings, vocabulary);
  return {};
}

}  // namespace trainyard
