// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers the ids of words that were seen, since text repeats its words. Bounded: when full it
// starts again.
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
  static constexpr std::size_t longest_word = 256;  // longer ones are not kept

  // Takes about `limit_bytes` when full: a third each for short words, for long ones, and for the
  // ids of words with many.
  explicit WordCache(std::size_t limit_bytes = std::size_t{100} << 20);

  // Appends the ids of `word` when it is known; false when it is not. `readable` is how many bytes
  // from its begin on may be read (the word's own and those behind it).
  bool append(std::string_view word, std::size_t readable, std::vector<std::uint32_t>& ids);
  // Remembers a word that append() has just not found.
  void insert(std::string_view word, std::span<const std::uint32_t> ids);

 private:
  // A word of up to 15 bytes is its own key: the bytes, zeros, and the length in the last byte. Up
  // to three ids are kept in place, more of them in `more_ids_` from ids[0] on. 32 bytes, so that a
  // hit costs one line of the processor's cache.
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

  std::size_t most_slots_, most_long_words_, most_more_ids_;
  std::vector<Slot> slots_;
  std::size_t num_short_ = 0;
  std::unordered_map<std::string, Span, StringHash, std::equal_to<>> long_words_;
  std::vector<std::uint32_t> more_ids_;
};

}  // namespace trainyard
