// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/string_literal.h"

#include <cstdio>

#include "engine/contract/utf8_sequence.h"

namespace trainyard::chat {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char low = static_cast<char>(c | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// `count` hexadecimal digits at `at`, which moves behind them.
bool read_hex(std::string_view written, std::size_t& at, int count, std::string& text) {
  char32_t code_point = 0;
  for (int i = 0; i < count; ++i, ++at) {
    const int digit = at < written.size() ? hex_digit(written[at]) : -1;
    if (digit < 0) return false;
    code_point = code_point << 4 | static_cast<char32_t>(digit);
  }
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000)) return false;
  append_utf8(code_point, text);
  return true;
}

void read_octal(std::string_view written, std::size_t& at, std::string& text) {
  char32_t code_point = 0;
  for (int i = 0; i < 3 && at < written.size() && written[at] >= '0' && written[at] <= '7'; ++i)
    code_point = code_point << 3 | static_cast<char32_t>(written[at++] - '0');
  append_utf8(code_point, text);
}

// A backslash before a character that is not ASCII: Python escapes the character first, so that
// its escape is what follows a doubled backslash.
void read_foreign(std::string_view written, std::size_t& at, std::string& text) {
  const auto [code_point, length] = decode_utf8(written, at);
  char buffer[16];
  const char* const form = code_point < 0x100     ? "\\x%02x"
                           : code_point < 0x10000 ? "\\u%04x"
                                                  : "\\U%08x";
  std::snprintf(buffer, sizeof buffer, form, static_cast<unsigned>(code_point));
  text += buffer;
  at += length;
}

}  // namespace

bool unescape(std::string_view written, std::string& text) {
  static constexpr std::string_view kLetters = "\\'\"abfnrtv", kMeanings = "\\'\"\a\b\f\n\r\t\v";
  for (std::size_t at = 0; at < written.size();) {
    if (written[at] != '\\') {
      text += written[at++];
      continue;
    }
    if (++at == written.size()) return false;
    const char c = written[at];
    if (const std::size_t known = kLetters.find(c); known != std::string_view::npos) {
      text += kMeanings[known];
      ++at;
    } else if (c == '\n') {
      ++at;
    } else if (c == 'x' || c == 'u' || c == 'U') {
      if (!read_hex(written, ++at, c == 'x' ? 2 : c == 'u' ? 4 : 8, text)) return false;
    } else if (c >= '0' && c <= '7') {
      read_octal(written, at, text);
    } else if (c == 'N') {
      return false;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      read_foreign(written, at, text);
    } else {
      text += '\\';
      text += c;
      ++at;
    }
  }
  return true;
}

}  // namespace trainyard::chat
