// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer.h"

#include "engine/text/bert_tokenizer.h"
#include "engine/text/decoder.h"
#include "engine/text/vocabulary.h"
#include "engine/text/tokenizer_files.h"

namespace trainyard {
Result<Tokenizer> Tokenizer::read(const std::filesystem::path& path) {
  TRY(auto vocabulary, read_tokenizer(path));
  return Tokenizer(std::move(vocabulary));
}

Tokenizer::Tokenizer(std::shared_ptr<const Vocabulary> vocabulary)
    : vocabulary_(std::move(vocabulary)) {}

void Tokenizer::encode(std::string_view text, std::vector<std::uint32_t>& ids) const {
  TextEncoder(*this).encode(text, ids);
}

std::string Tokenizer::decode(std::span<const std::uint32_t> ids) const {
  std::vector<std::string> tokens;
  for (const std::uint32_t id : ids)
    if (auto spelled = token(id)) tokens.push_back(*std::move(spelled));
  return decode_tokens(std::move(tokens), vocabulary_->decoder);
}

std::size_t Tokenizer::vocab_size() const { return vocabulary_->num_tokens; }

std::size_t Tokenizer::id_limit() const { return vocabulary_->tokens.size(); }

std::optional<std::uint32_t> Tokenizer::token_id(std::string_view token) const {
  if (const auto entry = vocabulary_->ids.find(token); entry != vocabulary_->ids.end())
    return entry->second;
  for (const AddedToken& added : vocabulary_->added) {
    if (added.content == token) return added.id;
  }
  return std::nullopt;
}

std::optional<std::string> Tokenizer::token(std::uint32_t id) const {
  return id < vocabulary_->tokens.size() ? vocabulary_->tokens[id] : std::nullopt;
}

std::optional<std::uint32_t> Tokenizer::end_of_text_id() const { return token_id(end_of_text); }

std::optional<std::uint32_t> Tokenizer::mask_id() const {
  const auto id = token_id(bert_mask);
  return id ? id : token_id("<mask>");
}

std::optional<std::uint32_t> Tokenizer::padding_id() const {
  const auto id = token_id(bert_padding);
  return id ? id : token_id("<pad>");
}

std::span<const std::uint32_t> Tokenizer::ids_before() const { return vocabulary_->before; }

std::span<const std::uint32_t> Tokenizer::ids_after() const { return vocabulary_->after; }

const PairTemplate& Tokenizer::pair_template() const { return vocabulary_->pair; }

bool Tokenizer::truncates_left() const { return vocabulary_->truncates_left; }

Tokenizer Tokenizer::for_words() const {
  if (vocabulary_->model != TokenModel::byte_level_bpe ||
      vocabulary_->split != SplitPattern::gpt2 || !vocabulary_->stages.empty())
    return *this;
  auto spaced = std::make_shared<Vocabulary>(*vocabulary_);
  spaced->add_prefix_space = true;
  return Tokenizer(std::move(spaced));
}

std::string Tokenizer::json() const {
  for (const auto& [name, content] : vocabulary_->source_files) {
    if (name == "tokenizer.json") return content;
  }
  return tokenizer_json(*vocabulary_);
}

std::string Tokenizer::digest() const { return tokenizer_digest(*vocabulary_); }

Result<void> Tokenizer::write(const std::filesystem::path& folder,
                              std::optional<std::int64_t> model_max_length) const {
  return write_tokenizer(*vocabulary_, folder, model_max_length);
}

}  // namespace trainyard
