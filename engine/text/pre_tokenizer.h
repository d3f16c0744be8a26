// SPDX-License-Identifier: GPL-3.0-or-later
// Splits text into the words that BPE and WordPiece process, like the regular expressions and other
// pre-tokenizers of the tokenizer families. Written by hand on top of the Unicode tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trainyard {

enum class SplitPattern : std::uint8_t {
  whole,  // no splitting
  gpt2,
  qwen2,
  llama3,
  bert,          // at white space, which is a word of its own here, and around punctuation
  after_spaces,  // after each space
  metaspace      // before each "▁"
};

inline constexpr std::string_view metaspace_letter = "▁";

// The regular expression in tokenizer.json; empty if it has none.
std::string_view regex_of(SplitPattern pattern);
// Returns the pattern that is equivalent to `regex`; nothing if there is none.
std::optional<SplitPattern> pattern_of(std::string_view regex);

// Returns the end of the word that starts at byte `begin` (inside `text`, valid UTF-8, at a
// character boundary). Every byte is in exactly one word.
std::size_t word_end(std::string_view text, std::size_t begin, SplitPattern pattern);

// Returns the end of the part of a word that starts at byte `begin`: before the next "▁" that
// follows another character.
std::size_t metaspace_part_end(std::string_view word, std::size_t begin);

// Returns start and end of the next run of characters without white space at or after byte `at`;
// both are the size of the text if there is none.
std::pair<std::size_t, std::size_t> next_run_without_space(std::string_view text, std::size_t at);

}  // namespace trainyard
