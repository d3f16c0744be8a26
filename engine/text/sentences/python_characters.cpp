#include "engine/text/sentences/python_characters.h"

#include <unordered_map>
#include <vector>

#include "engine/text/normalization_tables.h"

namespace trainyard {
namespace {

constexpr char32_t kCapitalSigma = 0x3A3, kSigma = 0x3C3, kFinalSigma = 0x3C2;

std::vector<std::uint8_t> spread_ranges() {
  std::vector<std::uint8_t> traits(0x110000, 0);
  for (std::size_t i = 0; i < num_python_character_ranges * 3; i += 3)
    for (char32_t c = python_character_ranges[i]; c <= python_character_ranges[i + 1]; ++c)
      traits[c] = static_cast<std::uint8_t>(python_character_ranges[i + 2]);
  return traits;
}

const std::unordered_map<char32_t, std::string>& lower_of_characters() {
  static const auto table = [] {
    std::unordered_map<char32_t, std::string> map;
    const auto list = normalization_tables::lower_case;
    for (std::size_t i = 0; i < list.size(); i += 2 + list[i + 1])
      for (std::size_t k = 0; k < list[i + 1]; ++k) append_utf8(list[i + 2 + k], map[list[i]]);
    return map;
  }();
  return table;
}

// Where the character before byte `at` begins; `at` is not 0.
std::size_t before(std::string_view text, std::size_t at) {
  std::size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
    --begin;
  return begin;
}

bool is_cased_before(std::string_view text, std::size_t at) {
  while (at > 0) {
    at = before(text, at);
    const auto traits = traited_character(text, at).traits;
    if (!(traits & CharacterTrait::ignorable)) return (traits & CharacterTrait::cased) != 0;
  }
  return false;
}

bool is_cased_from(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const auto character = traited_character(text, at);
    if (!(character.traits & CharacterTrait::ignorable))
      return (character.traits & CharacterTrait::cased) != 0;
    at += character.length;
  }
  return false;
}

}  // namespace

const std::uint8_t* python_character_traits() {
  static const std::vector<std::uint8_t> traits = spread_ranges();
  return traits.data();
}

void append_python_lower(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      ++at;
      continue;
    }
    const auto character = traited_character(text, at);
    const std::string_view same = text.substr(at, character.length);
    at += character.length;
    if (character.code_point == kCapitalSigma) {
      const bool is_final =
          is_cased_before(text, at - character.length) && !is_cased_from(text, at);
      append_utf8(is_final ? kFinalSigma : kSigma, out);
      continue;
    }
    const auto& table = lower_of_characters();
    const auto lower =
        character.traits & CharacterTrait::kept ? table.end() : table.find(character.code_point);
    out += lower == table.end() ? same : std::string_view(lower->second);
  }
}

std::size_t end_without_space(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0) {
    const std::size_t begin = before(text, end);
    const auto character = traited_character(text, begin);
    if (begin + character.length != end || !is_python_space(character.code_point)) break;
    end = begin;
  }
  return end;
}

}  // namespace trainyard
