// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/pre_tokenizer.h"

#include <array>
#include <string>
#include <utility>

#include "engine/text/normalizer.h"
#include "engine/text/unicode/character_class.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

constexpr CharacterClass ascii_class(unsigned char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return CharacterClass::letter;
  if (c >= '0' && c <= '9') return CharacterClass::number;
  return c == ' ' || (c >= '\t' && c <= '\r') ? CharacterClass::space : CharacterClass::other;
}

constexpr std::array<CharacterClass, 128> make_ascii_classes() {
  std::array<CharacterClass, 128> classes{};
  for (unsigned char c = 0; c < 128; ++c) classes[c] = ascii_class(c);
  return classes;
}

constexpr std::array<CharacterClass, 128> ascii_classes = make_ascii_classes();

struct ClassedCharacter {
  CharacterClass of;
  std::size_t length;
};

ClassedCharacter classify_at(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return {ascii_classes[byte], 1};
  const DecodedCharacter character = decode_utf8(text, at);
  return {character_class(character.code_point), character.length};
}

std::size_t run_end(std::string_view text, std::size_t at, CharacterClass of) {
  while (at < text.size()) {
    const ClassedCharacter next = classify_at(text, at);
    if (next.of != of) break;
    at += next.length;
  }
  return at;
}

enum class Case { matters, ignored };

char lower_ascii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Length of "'s", "'t", "'m", "'d", "'re", "'ve" or "'ll" at `at`, where there is an apostrophe;
// else 0.
std::size_t contraction_length(std::string_view text, std::size_t at, Case letters) {
  std::string after(text.substr(at + 1, 2));
  if (after.empty()) return 0;
  if (letters == Case::ignored) {
    if (after == "\u017F") return 3;  // the long s also counts as an s
    for (char& c : after) c = lower_ascii(c);
  }
  if (after[0] == 's' || after[0] == 't' || after[0] == 'm' || after[0] == 'd') return 2;
  return after == "re" || after == "ve" || after == "ll" ? 3 : 0;
}

// The last space of a run belongs to the following word, unless it is the only one or ends the
// text.
std::size_t space_run_end(std::string_view text, std::size_t begin) {
  std::size_t last = begin;
  std::size_t end = begin;
  while (end < text.size()) {
    const ClassedCharacter next = classify_at(text, end);
    if (next.of != CharacterClass::space) return last > begin ? last : end;
    last = end;
    end += next.length;
  }
  return end;
}

std::size_t gpt2_word_end(std::string_view text, std::size_t begin) {
  if (text[begin] == '\'') {
    if (const std::size_t length = contraction_length(text, begin, Case::matters); length > 0)
      return begin + length;
  }
  const std::size_t at = begin + (text[begin] == ' ' ? 1 : 0);
  if (at < text.size()) {
    const ClassedCharacter first = classify_at(text, at);
    if (first.of != CharacterClass::space) return run_end(text, at + first.length, first.of);
  }
  return space_run_end(text, begin);
}

bool is_line_break(char c) { return c == '\n' || c == '\r'; }

std::size_t line_breaks_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_line_break(text[at])) ++at;
  return at;
}

// The position after the last line break in the run of spaces that starts at `begin`; `begin` if
// there is none.
std::size_t last_line_break_end(std::string_view text, std::size_t begin) {
  const std::size_t end = run_end(text, begin, CharacterClass::space);
  for (std::size_t at = end; at > begin; --at)
    if (is_line_break(text[at - 1])) return at;
  return begin;
}

// Llama 3's pattern, and Qwen 2's with `max_digits` 1.
std::size_t llama3_word_end(std::string_view text, std::size_t begin, int max_digits) {
  if (text[begin] == '\'') {
    if (const std::size_t length = contraction_length(text, begin, Case::ignored); length > 0)
      return begin + length;
  }
  const ClassedCharacter first = classify_at(text, begin);
  const std::size_t behind = begin + first.length;
  if (first.of == CharacterClass::letter) return run_end(text, behind, CharacterClass::letter);
  const auto is_next = [&](CharacterClass of) {
    return behind < text.size() && classify_at(text, behind).of == of;
  };
  if (first.of != CharacterClass::number && !is_line_break(text[begin]) &&
      is_next(CharacterClass::letter))
    return run_end(text, behind, CharacterClass::letter);
  if (first.of == CharacterClass::number) {
    std::size_t end = behind;
    for (int digits = 1; digits < max_digits && end < text.size(); ++digits) {
      const ClassedCharacter next = classify_at(text, end);
      if (next.of != CharacterClass::number) break;
      end += next.length;
    }
    return end;
  }
  if (first.of == CharacterClass::other || (text[begin] == ' ' && is_next(CharacterClass::other)))
    return line_breaks_end(text, run_end(text, behind, CharacterClass::other));
  if (const std::size_t end = last_line_break_end(text, begin); end > begin) return end;
  return space_run_end(text, begin);
}

std::size_t bert_word_end(std::string_view text, std::size_t begin) {
  const auto kind_at = [&](std::size_t at) {
    const DecodedCharacter character = decode_utf8(text, at);
    const bool is_space = character_class(character.code_point) == CharacterClass::space;
    return std::pair(is_space, !is_space && is_bert_punctuation(character.code_point));
  };
  const auto kind = kind_at(begin);
  std::size_t end = begin + decode_utf8(text, begin).length;
  if (kind.second) return end;
  while (end < text.size() && kind_at(end) == kind) end += decode_utf8(text, end).length;
  return end;
}

std::size_t end_behind_space(std::string_view text, std::size_t begin) {
  const std::size_t space = text.find(' ', begin);
  return space == std::string_view::npos ? text.size() : space + 1;
}

std::size_t end_before_metaspace(std::string_view text, std::size_t begin) {
  const std::size_t next = text.find(metaspace_letter, begin + 1);
  return next == std::string_view::npos ? text.size() : next;
}

constexpr std::pair<SplitPattern, std::string_view> kPatterns[] = {
    {SplitPattern::gpt2,
     R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"},
    {SplitPattern::qwen2,
     R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|)"
     R"(\s*[\r\n]+|\s+(?!\S)|\s+)"},
    {SplitPattern::llama3, R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|)"
                           R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"}};

}  // namespace

std::string_view regex_of(SplitPattern pattern) {
  for (const auto& [known, regex] : kPatterns)
    if (known == pattern) return regex;
  return {};
}

std::optional<SplitPattern> pattern_of(std::string_view regex) {
  for (const auto& [pattern, known] : kPatterns)
    if (known == regex) return pattern;
  return std::nullopt;
}

std::size_t word_end(std::string_view text, std::size_t begin, SplitPattern pattern) {
  switch (pattern) {
    case SplitPattern::whole:
      return text.size();
    case SplitPattern::gpt2:
      return gpt2_word_end(text, begin);
    case SplitPattern::qwen2:
      return llama3_word_end(text, begin, 1);
    case SplitPattern::llama3:
      return llama3_word_end(text, begin, 3);
    case SplitPattern::bert:
      return bert_word_end(text, begin);
    case SplitPattern::after_spaces:
      return end_behind_space(text, begin);
    case SplitPattern::metaspace:
      return end_before_metaspace(text, begin);
  }
  return text.size();
}

std::size_t metaspace_part_end(std::string_view word, std::size_t begin) {
  std::size_t end = begin;
  while (word.substr(end).starts_with(metaspace_letter)) end += metaspace_letter.size();
  return std::min(word.find(metaspace_letter, std::min(end + 1, word.size())), word.size());
}

std::pair<std::size_t, std::size_t> next_run_without_space(std::string_view text, std::size_t at) {
  const std::size_t begin = run_end(text, at, CharacterClass::space);
  std::size_t end = begin;
  while (end < text.size()) {
    const ClassedCharacter next = classify_at(text, end);
    if (next.of == CharacterClass::space) break;
    end += next.length;
  }
  return {begin, end};
}

}  // namespace trainyard
