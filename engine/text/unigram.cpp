// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unigram.h"

#include <algorithm>

#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

// SentencePiece's value: how much less likely an unknown character is than the least likely entry.
constexpr double kUnknownPenalty = 10.0;

}  // namespace

UnigramSplitter::UnigramSplitter(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {
  if (vocabulary.model != TokenModel::unigram) return;
  unknown_score_ = *std::ranges::min_element(vocabulary.scores) - kUnknownPenalty;
  for (std::uint32_t id = 0; id < vocabulary.scores.size(); ++id) sorted_.push_back(id);
  std::ranges::sort(sorted_, {},
                    [&](std::uint32_t id) -> const std::string& { return *vocabulary.tokens[id]; });
}

// Calls take(id, size) for the entries that `text` starts with, shortest first.
template <typename Take>
void UnigramSplitter::each_entry_at(std::string_view text, const Take& take) const {
  auto begin = sorted_.begin(), end = sorted_.end();
  for (std::size_t size = 0; size < text.size();) {
    // Among the entries that start with the first `size` bytes, those that continue with the next
    // one.
    const auto byte_of = [&](std::uint32_t id) {
      const std::string& token = *vocabulary_.tokens[id];
      return token.size() > size ? static_cast<unsigned char>(token[size]) : -1;
    };
    const int wanted = static_cast<unsigned char>(text[size]);
    const auto found = std::ranges::equal_range(begin, end, wanted, {}, byte_of);
    if (found.empty()) return;
    begin = found.begin();
    end = found.end();
    ++size;
    if (vocabulary_.tokens[*begin]->size() == size) take(*begin, size);
  }
}

void UnigramSplitter::offer(std::size_t begin, std::size_t size, double score, std::uint32_t id) {
  Ending& ending = endings_[begin + size];
  const double sum = endings_[begin].score + score;
  if (ending.begin == nowhere || sum > ending.score)
    ending = {.score = sum, .begin = static_cast<std::uint32_t>(begin), .id = id};
}

void UnigramSplitter::find_endings(std::string_view word) {
  endings_.assign(word.size() + 1, {});
  for (std::size_t begin = 0; begin < word.size();) {
    const std::size_t character = decode_utf8(word, begin).length;
    bool is_known = false;
    each_entry_at(word.substr(begin), [&](std::uint32_t id, std::size_t size) {
      offer(begin, size, vocabulary_.scores[id], id);
      is_known = is_known || size == character;
    });
    if (!is_known) offer(begin, character, unknown_score_, *vocabulary_.unknown_id);
    begin += character;
  }
}

void UnigramSplitter::append_piece(std::string_view piece, ByteSpan span,
                                   std::vector<std::uint32_t>& ids,
                                   std::vector<ByteSpan>* spans) const {
  const std::size_t before = ids.size();
  const auto byte_id = [&](char byte) {
    return vocabulary_.byte_ids[static_cast<unsigned char>(byte)];
  };
  if (const auto entry = vocabulary_.ids.find(piece); entry != vocabulary_.ids.end())
    ids.push_back(entry->second);
  else if (std::ranges::none_of(piece, [&](char byte) { return byte_id(byte) == no_token; }))
    for (const char byte : piece) ids.push_back(byte_id(byte));
  else
    ids.push_back(*vocabulary_.unknown_id);
  if (spans != nullptr) spans->resize(spans->size() + ids.size() - before, span);
}

void UnigramSplitter::split(std::string_view word, std::vector<std::uint32_t>& ids,
                            std::vector<ByteSpan>* spans) {
  find_endings(word);
  pieces_.clear();
  bool is_unknown_behind = false;
  for (std::size_t end = word.size(); end > 0;) {
    const Ending& ending = endings_[end];
    const bool is_unknown = ending.id == *vocabulary_.unknown_id;
    if (is_unknown && is_unknown_behind)
      pieces_.back().begin = ending.begin;
    else
      pieces_.push_back(byte_span(ending.begin, end));
    is_unknown_behind = is_unknown;
    end = ending.begin;
  }
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece)
    append_piece(word.substr(piece->begin, piece->end - piece->begin), *piece, ids, spans);
}

}  // namespace trainyard
