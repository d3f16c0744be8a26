// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_cache.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace trainyard {
namespace {

constexpr std::size_t longest_inline_word = 15;
constexpr std::size_t long_word_bytes = 350;  // maximum, including the table's overhead

static_assert(std::endian::native == std::endian::little, "keys of words are cut with shifts");

}  // namespace

WordCache::WordCache(std::size_t limit_bytes)
    : max_slots_(std::bit_floor(std::max<std::size_t>(limit_bytes / 3 / sizeof(Slot), 64))),
      max_long_words_(limit_bytes / 3 / long_word_bytes),
      max_more_ids_(std::max(limit_bytes / 3 / sizeof(std::uint32_t), longest_word)),
      slots_(std::min<std::size_t>(max_slots_, 8192)) {}

WordCache::Key WordCache::key_of(std::string_view word, std::size_t readable) {
  Key key;
  if (readable >= sizeof(Key)) {
    std::memcpy(&key, word.data(), sizeof(Key));
  } else {
    std::memcpy(&key, word.data(), word.size());
  }
  const std::size_t size = word.size();
  if (size < 8) {
    key.low &= (std::uint64_t{1} << size * 8) - 1;
    key.high = 0;
  } else {
    key.high &= (std::uint64_t{1} << (size - 8) * 8) - 1;
  }
  key.high |= std::uint64_t{size} << 56;
  return key;
}

std::size_t WordCache::slot_of(const Key& key) const {
  const std::uint64_t mixed = (key.low ^ (key.high * 0xC2B2AE3D27D4EB4Fu)) * 0x9E3779B97F4A7C15u;
  return (mixed ^ mixed >> 32) & (slots_.size() - 1);
}

bool WordCache::append(std::string_view word, std::size_t readable,
                       std::vector<std::uint32_t>& ids) {
  if (word.size() > longest_inline_word) {
    const auto found = long_words_.find(word);
    if (found == long_words_.end()) return false;
    const auto begin = more_ids_.begin() + found->second.begin;
    ids.insert(ids.end(), begin, begin + found->second.count);
    return true;
  }
  const Key key = key_of(word, readable);
  std::size_t i = slot_of(key);
  while (slots_[i].num_ids != 0 && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
  const Slot& slot = slots_[i];
  if (slot.num_ids == 0) return false;
  if (slot.num_ids <= slot.ids.size()) {
    ids.insert(ids.end(), slot.ids.begin(), slot.ids.begin() + slot.num_ids);
  } else {
    const auto begin = more_ids_.begin() + slot.ids[0];
    ids.insert(ids.end(), begin, begin + slot.num_ids);
  }
  return true;
}

void WordCache::insert(std::string_view word, std::span<const std::uint32_t> ids) {
  if (word.empty() || word.size() > longest_word || ids.empty()) return;
  if (num_short_ * 2 >= slots_.size()) grow();
  if (long_words_.size() > max_long_words_ || more_ids_.size() + ids.size() > max_more_ids_)
    clear();
  const auto begin = static_cast<std::uint32_t>(more_ids_.size());
  const auto count = static_cast<std::uint32_t>(ids.size());
  if (word.size() > longest_inline_word) {
    more_ids_.insert(more_ids_.end(), ids.begin(), ids.end());
    long_words_.emplace(word, Span{begin, count});
    return;
  }
  Slot slot{.key = key_of(word, word.size()), .ids = {begin, 0, 0}, .num_ids = count};
  if (count <= slot.ids.size()) {
    std::copy(ids.begin(), ids.end(), slot.ids.begin());
  } else {
    more_ids_.insert(more_ids_.end(), ids.begin(), ids.end());
  }
  std::size_t i = slot_of(slot.key);
  while (slots_[i].num_ids != 0) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = slot;
  ++num_short_;
}

void WordCache::grow() {
  if (slots_.size() >= max_slots_) {
    clear();
    return;
  }
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.num_ids != 0) {
      std::size_t i = slot_of(slot.key);
      while (slots_[i].num_ids != 0) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = slot;
    }
  }
}

void WordCache::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  num_short_ = 0;
  long_words_.clear();
  more_ids_.clear();
}

}  // namespace trainyard
