#include "engine/data/instructions/python_text.h"

#include "engine/text/utf8_decode.h"

namespace trainyard {

namespace {

bool is_python_space(char32_t character) {
  if (character <= 0x20)
    return (character >= 0x09 && character <= 0x0D) || (character >= 0x1C && character <= 0x20);
  return character == 0x85 || character == 0xA0 || character == 0x1680 ||
         (character >= 0x2000 && character <= 0x200A) || character == 0x2028 ||
         character == 0x2029 || character == 0x202F || character == 0x205F || character == 0x3000;
}

std::size_t begin_of_last(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

}  // namespace

std::size_t python_space_length(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  const DecodedCharacter character = decode_utf8(text, at);
  return is_python_space(character.code_point) ? character.length : 0;
}

std::string_view python_strip(std::string_view text) {
  while (const std::size_t length = python_space_length(text, 0)) text.remove_prefix(length);
  while (!text.empty()) {
    const std::size_t at = begin_of_last(text);
    if (python_space_length(text, at) == 0) break;
    text = text.substr(0, at);
  }
  return text;
}

}  // namespace trainyard
