// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/token_texts.h"

namespace trainyard {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReplacement = "\uFFFD";
// A UTF-8 character has at most this many bytes, so it does not span more tokens.
constexpr std::size_t kTokensOfCharacter = 4;

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

}  // namespace

Result<TokenTexts> TokenTexts::read(const PreparedData& data) {
  TokenTexts texts;
  texts.end_of_text_ = data.tokens.end_of_text;
  const fs::path vocabulary = data.folder / "vocabulary.json";
  if (is_there(vocabulary)) {
    TRY(texts.vocabulary_, read_vocabulary(vocabulary));
    texts.begin_ = data.tokens.begin_of_text;
    return texts;
  }
  if (!is_there(data.folder / "tokenizer.json") && !is_there(data.folder / "vocab.json"))
    return texts;
  TRY(texts.tokenizer_, Tokenizer::read(data.folder));
  if (const auto before = texts.tokenizer_->ids_before(); !before.empty())
    texts.begin_ = before.front();
  if (const auto after = texts.tokenizer_->ids_after(); !after.empty()) texts.end_ = after.back();
  return texts;
}

std::string TokenTexts::word(std::int64_t id) const {
  const auto at = static_cast<std::size_t>(id);
  if (!vocabulary_ || id < 0 || at >= vocabulary_->words.size()) return "#" + std::to_string(id);
  return vocabulary_->words[at].value_or("None");
}

std::string TokenTexts::decode(std::span<const std::int64_t> ids) const {
  const std::vector<std::uint32_t> narrow(ids.begin(), ids.end());
  return tokenizer_->decode(narrow);
}

std::string TokenTexts::text(std::int64_t id) const {
  return tokenizer_ ? decode(std::span(&id, 1)) : word(id);
}

std::vector<std::string> TokenTexts::strings(std::span<const std::int64_t> ids) const {
  std::vector<std::string> found(ids.size());
  if (!tokenizer_) {
    for (std::size_t i = 0; i < ids.size(); ++i) found[i] = (i > 0 ? " " : "") + word(ids[i]);
    return found;
  }
  // A token is decoded after the one before it, which affects spaces.
  std::size_t context = 0, done = 0;  // [context, done): the tokens whose text is `before`
  std::string before;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string now = decode(ids.subspan(context, i + 1 - context));
    const bool goes_on =
        now.ends_with(kReplacement) && i + 1 < ids.size() && i + 1 - done < kTokensOfCharacter;
    if (goes_on) continue;
    found[i] = now.starts_with(before) ? now.substr(before.size()) : now;
    context = done;
    done = i + 1;
    before = decode(ids.subspan(context, done - context));
  }
  return found;
}

bool TokenTexts::is_border(std::int64_t before, std::int64_t behind) const {
  return begin_ ? behind == *begin_ : before == end_ || before == end_of_text_;
}

}  // namespace trainyard
