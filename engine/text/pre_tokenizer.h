// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts text into the words that BPE and WordPiece work on, as the regular expressions and other
// pre-tokenizers of the families of tokenizers do. Written by hand over the tables of
// unicode_tables.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trainyard {

enum class SplitPattern : std::uint8_t {
  whole,  // cuts nothing
  gpt2,
  qwen2,
  llama3,
  bert,          // at white space, which is a word of its own here, and around punctuation
  after_spaces,  // behind each space
  metaspace      // before each "▁"
};

inline constexpr std::string_view metaspace_letter = "▁";

// The regular expression as tokenizer.json has it; empty where it has none.
std::string_view regex_of(SplitPattern pattern);
// The pattern that cuts as `regex` does; nothing for one that is not there.
std::optional<SplitPattern> pattern_of(std::string_view regex);

// Where the word that starts at byte `begin` (inside `text`, valid UTF-8, at a character) ends.
// Every byte is in exactly one word.
std::size_t word_end(std::string_view text, std::size_t begin, SplitPattern pattern);

// Where the part of a word that starts at byte `begin` ends: before the next "▁" that follows
// another character.
std::size_t metaspace_part_end(std::string_view word, std::size_t begin);

// The next run of characters without white space, from byte `at` on, as begin and end; both are the
// size of the text when there is none.
std::pair<std::size_t, std::size_t> next_run_without_space(std::string_view text, std::size_t at);

}  // namespace trainyard
