// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/byte_letters.h"

#include <array>

#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

constexpr char32_t num_letters = 0x144;
constexpr char32_t first_stand_in = 0x100;

constexpr bool stands_for_itself(unsigned byte) {
  return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
}

constexpr std::array<char32_t, 256> make_letters() {
  std::array<char32_t, 256> letters{};
  char32_t next = first_stand_in;
  for (unsigned byte = 0; byte < 256; ++byte)
    letters[byte] = stands_for_itself(byte) ? byte : next++;
  return letters;
}

constexpr std::array<char32_t, 256> letters = make_letters();

constexpr std::array<int, num_letters> make_bytes() {
  std::array<int, num_letters> bytes{};
  bytes.fill(-1);
  for (unsigned byte = 0; byte < 256; ++byte) bytes[letters[byte]] = static_cast<int>(byte);
  return bytes;
}

constexpr std::array<int, num_letters> bytes_by_letter = make_bytes();

}  // namespace

char32_t letter_of_byte(unsigned char byte) { return letters[byte]; }

std::optional<unsigned char> byte_of_letter(char32_t letter) {
  if (letter >= num_letters || bytes_by_letter[letter] < 0) return std::nullopt;
  return static_cast<unsigned char>(bytes_by_letter[letter]);
}

std::string spell_bytes(std::string_view bytes) {
  std::string spelled;
  for (const char byte : bytes) append_utf8(letters[static_cast<unsigned char>(byte)], spelled);
  return spelled;
}

std::optional<std::string> unspell_bytes(std::string_view spelled) {
  std::string bytes;
  for (std::size_t at = 0; at < spelled.size();) {
    const DecodedCharacter character = decode_utf8(spelled, at);
    const auto byte = byte_of_letter(character.code_point);
    if (!byte) return std::nullopt;
    bytes += static_cast<char>(*byte);
    at += character.length;
  }
  return bytes;
}

}  // namespace trainyard
