// SPDX-License-Identifier: GPL-3.0-or-later
// Caches the ids of words, since words repeat in text. Bounded: it is cleared when full.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/text/vocabulary.h"

namespace trainyard {

class WordCache {
 public:
  static constexpr std::size_t longest_word = 256;  // longer ones are not cached

  // Takes about `limit_bytes` when full: a third each for short words, for long ones, and for the
  // ids of words with many.
  explicit WordCache(std::size_t limit_bytes = std::size_t{100} << 20);

  // Appends the ids of `word` if it is cached; false if it is not. `readable` is how many bytes
  // from its start may be read (the word's own and those after it).
  bool append(std::string_view word, std::size_t readable, std::vector<std::uint32_t>& ids);
  // Caches a word that append() has just not found.
  void insert(std::string_view word, std::span<const std::uint32_t> ids);

 private:
  // A word of up to 15 bytes is its own key: the bytes, zeros, and the length in the last byte. Up
  // to three ids are stored inline, more of them in `more_ids_` starting at ids[0]. 32 bytes, so
  // that a hit needs one cache line.
  struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Key&) const = default;
  };
  struct Slot {
    Key key;
    std::array<std::uint32_t, 3> ids{};
    std::uint32_t num_ids = 0;
  };
  struct Span {
    std::uint32_t begin;
    std::uint32_t count;
  };

  static Key key_of(std::string_view word, std::size_t readable);
  std::size_t slot_of(const Key& key) const;
  void grow();
  void clear();

  std::size_t max_slots_, max_long_words_, max_more_ids_;
  std::vector<Slot> slots_;
  std::size_t num_short_ = 0;
  std::unordered_map<std::string, Span, StringHash, std::equal_to<>> long_words_;
  std::vector<std::uint32_t> more_ids_;
};

}  // namespace trainyard
