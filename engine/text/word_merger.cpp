// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_merger.h"

#include <algorithm>

#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

// Up to this length, checking every pair again is faster than a heap.
constexpr std::size_t longest_quadratic_word = 48;
constexpr std::uint32_t nowhere = 0xFFFFFFFF;

}  // namespace

void WordMerger::push(std::uint32_t id, std::size_t size) {
  const auto position = static_cast<std::uint32_t>(symbols_.size());
  if (position > 0) symbols_.back().rank = rank_of(symbols_.back().id, id);
  symbols_.push_back({.id = id,
                      .rank = PairMap::none,
                      .next = position + 1,
                      .previous = position - 1,
                      .size = static_cast<std::uint32_t>(size)});
}

void WordMerger::start_bytes(std::string_view word) {
  for (const char byte : word) push(vocabulary_.byte_ids[static_cast<unsigned char>(byte)], 1);
}

// A character without an entry: its bytes if all are entries, else the unknown token.
void WordMerger::append_unknown(std::string_view character) {
  const auto byte_id = [&](char byte) {
    return vocabulary_.byte_ids[static_cast<unsigned char>(byte)];
  };
  if (vocabulary_.byte_fallback &&
      std::ranges::none_of(character, [&](char byte) { return byte_id(byte) == no_token; })) {
    for (const char byte : character) push(byte_id(byte), 1);
    return;
  }
  if (!vocabulary_.unknown_id) return;
  const bool goes_on = is_unknown_last_ && vocabulary_.fuse_unknown;
  if (goes_on)
    symbols_.back().size += static_cast<std::uint32_t>(character.size());
  else
    push(*vocabulary_.unknown_id, character.size());
  is_unknown_last_ = true;
}

void WordMerger::start_characters(std::string_view word) {
  is_unknown_last_ = false;
  for (std::size_t at = 0; at < word.size();) {
    const std::string_view character = word.substr(at, decode_utf8(word, at).length);
    at += character.size();
    const auto entry = vocabulary_.ids.find(character);
    if (entry == vocabulary_.ids.end()) {
      append_unknown(character);
      continue;
    }
    push(entry->second, character.size());
    is_unknown_last_ = false;
  }
}

void WordMerger::merge_short() {
  while (symbols_.size() > 1) {
    const auto best =
        std::min_element(symbols_.begin(), symbols_.end(),
                         [](const Symbol& a, const Symbol& b) { return a.rank < b.rank; });
    if (best->rank == PairMap::none) return;
    best->id = vocabulary_.merges[best->rank].result;
    best->size += (best + 1)->size;
    symbols_.erase(best + 1);
    best->rank = best + 1 == symbols_.end() ? PairMap::none : rank_of(best->id, (best + 1)->id);
    if (best != symbols_.begin()) (best - 1)->rank = rank_of((best - 1)->id, best->id);
  }
}

void WordMerger::offer(std::uint32_t position) {
  Symbol& symbol = symbols_[position];
  symbol.rank =
      symbol.next == nowhere ? PairMap::none : rank_of(symbol.id, symbols_[symbol.next].id);
  if (symbol.rank != PairMap::none) {
    heap_.push_back({symbol.rank, position});
    std::push_heap(heap_.begin(), heap_.end());
  }
}

// Merges the symbol after `position` into it; a rank of `none` marks it as removed.
void WordMerger::merge_at(std::uint32_t position) {
  Symbol& symbol = symbols_[position];
  Symbol& gone = symbols_[symbol.next];
  symbol.id = vocabulary_.merges[symbol.rank].result;
  symbol.size += gone.size;
  symbol.next = gone.next;
  gone.rank = PairMap::none;
  if (symbol.next != nowhere) symbols_[symbol.next].previous = position;
  offer(position);
  if (symbol.previous != nowhere) offer(symbol.previous);
}

void WordMerger::merge_long() {
  heap_.clear();
  for (std::uint32_t position = 0; position < symbols_.size(); ++position) {
    if (symbols_[position].rank != PairMap::none)
      heap_.push_back({symbols_[position].rank, position});
  }
  std::make_heap(heap_.begin(), heap_.end());
  while (!heap_.empty()) {
    const Candidate candidate = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    if (symbols_[candidate.position].rank ==
        candidate.rank) {  // otherwise it is from before another merge
      merge_at(candidate.position);
    }
  }
  std::size_t kept = 0;
  for (std::uint32_t position = 0; position != nowhere; position = symbols_[position].next)
    symbols_[kept++] = symbols_[position];
  symbols_.resize(kept);
}

void WordMerger::merge(std::string_view word, std::vector<std::uint32_t>& ids,
                       std::vector<ByteSpan>* spans) {
  if (word.empty()) return;
  symbols_.clear();
  if (vocabulary_.model == TokenModel::byte_level_bpe)
    start_bytes(word);
  else
    start_characters(word);
  if (symbols_.empty()) return;
  symbols_.back().next = nowhere;
  if (symbols_.size() <= longest_quadratic_word) {
    merge_short();
  } else {
    merge_long();
  }
  for (const Symbol& symbol : symbols_) ids.push_back(symbol.id);
  if (spans == nullptr) return;
  for (std::uint32_t at = 0; const Symbol& symbol : symbols_) {
    spans->push_back({at, at + symbol.size});
    at += symbol.size;
  }
}

}  // namespace trainyard
