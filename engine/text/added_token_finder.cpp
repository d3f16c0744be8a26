// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/added_token_finder.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/text/unicode/character_properties.h"
#include "engine/text/unicode/character_class.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

bool is_space_at(std::string_view text, std::size_t at) {
  return character_class(decode_utf8(text, at).code_point) == CharacterClass::space;
}

std::size_t spaces_begin_before(std::string_view text, std::size_t at) {
  while (at > 0 && is_space_at(text, character_before(text, at))) at = character_before(text, at);
  return at;
}

std::size_t spaces_end_after(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space_at(text, at)) at += decode_utf8(text, at).length;
  return at;
}

// Whether the token is inside a word: the library then skips it and continues after it.
bool is_in_word(std::string_view text, std::size_t begin, std::size_t end) {
  const auto is_word_at = [&](std::size_t at) {
    return (properties_of(decode_utf8(text, at).code_point).flags & kStageWordFlag) != 0;
  };
  return (begin > 0 && is_word_at(character_before(text, begin))) ||
         (end < text.size() && is_word_at(end));
}

// The next position where a token may start: memchr if all tokens start with the same byte, as they
// usually do.
std::size_t next_start(const std::string& first_bytes, std::string_view text, std::size_t at) {
  return first_bytes.size() == 1 ? text.find(first_bytes[0], at)
                                 : text.find_first_of(first_bytes, at);
}

}  // namespace

std::vector<AddedToken> added_tokens(const Vocabulary& vocabulary, bool normalized) {
  std::vector<AddedToken> tokens;
  std::string made;
  for (AddedToken token : vocabulary.added) {
    if (token.normalized != normalized) continue;
    if (normalized) token.content = std::string(vocabulary.normalizer.apply(token.content, made));
    tokens.push_back(std::move(token));
  }
  return tokens;
}

AddedTokenFinder::AddedTokenFinder(std::vector<AddedToken> added) : added_(std::move(added)) {
  std::erase_if(added_, [](const AddedToken& token) { return token.content.empty(); });
  for (const AddedToken& token : added_) {
    auto& bucket = by_first_byte_[static_cast<unsigned char>(token.content[0])];
    if (bucket.empty()) first_bytes_ += token.content[0];
    bucket.push_back(&token);
  }
  for (auto& bucket : by_first_byte_)
    std::ranges::stable_sort(bucket, std::greater(),
                             [](const AddedToken* token) { return token->content.size(); });
}

const AddedToken* AddedTokenFinder::match_at(std::string_view text, std::size_t at) const {
  for (const AddedToken* token : by_first_byte_[static_cast<unsigned char>(text[at])]) {
    if (text.substr(at).starts_with(token->content)) return token;
  }
  return nullptr;
}

void AddedTokenFinder::split(std::string_view text, std::vector<TextPiece>& pieces) const {
  std::size_t done = 0;
  std::size_t at = is_empty() ? std::string_view::npos : next_start(first_bytes_, text, 0);
  while (at != std::string_view::npos) {
    const AddedToken* token = match_at(text, at);
    if (token == nullptr) {
      at = next_start(first_bytes_, text, at + 1);
      continue;
    }
    const std::size_t match_end = at + token->content.size();
    if (token->single_word && is_in_word(text, at, match_end)) {
      at = next_start(first_bytes_, text, match_end);
      continue;
    }
    const std::size_t begin =
        token->lstrip ? std::max(spaces_begin_before(text, at), done) : std::max(at, done);
    const std::size_t end =
        std::max(token->rstrip ? spaces_end_after(text, match_end) : match_end, begin);
    if (done < begin) pieces.push_back({text.substr(done, begin - done), std::nullopt});
    pieces.push_back({text.substr(begin, end - begin), token->id});
    done = end;
    at = next_start(first_bytes_, text, match_end);
  }
  if (done < text.size()) pieces.push_back({text.substr(done), std::nullopt});
}

}  // namespace trainyard
