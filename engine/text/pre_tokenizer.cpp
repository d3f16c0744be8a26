#include "engine/text/pre_tokenizer.h"

#include <array>

#include "engine/text/unicode_tables.h"
#include "engine/text/utf8_decode.h"

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

// Length of "'s", "'t", "'m", "'d", "'re", "'ve" or "'ll" at `at`, where an apostrophe stands; else
// 0.
std::size_t contraction_length(std::string_view text, std::size_t at) {
  const std::string_view after = text.substr(at + 1, 2);
  if (after.empty()) return 0;
  if (after[0] == 's' || after[0] == 't' || after[0] == 'm' || after[0] == 'd') return 2;
  return after == "re" || after == "ve" || after == "ll" ? 3 : 0;
}

// A run of spaces leaves its last one to the word behind it, unless it is the only one or ends the
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

}  // namespace

std::size_t word_end(std::string_view text, std::size_t begin) {
  if (text[begin] == '\'') {
    if (const std::size_t length = contraction_length(text, begin); length > 0)
      return begin + length;
  }
  const std::size_t at = begin + (text[begin] == ' ' ? 1 : 0);
  if (at < text.size()) {
    const ClassedCharacter first = classify_at(text, at);
    if (first.of != CharacterClass::space) return run_end(text, at + first.length, first.of);
  }
  return space_run_end(text, begin);
}

}  // namespace trainyard
