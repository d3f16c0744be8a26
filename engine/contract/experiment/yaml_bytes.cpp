// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/yaml_bytes.h"

#include <algorithm>

#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

std::string hexadecimal(unsigned char byte) {
  constexpr char digits[] = "0123456789abcdef";
  return std::string("0x") + digits[byte >> 4] + digits[byte & 15];
}

}  // namespace

std::optional<ByteProblem> check_bytes(std::string_view text) {
  if (text.size() > kDocumentLimit) {
    return ByteProblem{"document.too_large",
                       {{"bytes", static_cast<std::int64_t>(text.size())},
                        {"limit", static_cast<std::int64_t>(kDocumentLimit)}},
                       {}};
  }
  TextPlace place;
  for (std::size_t at = 0; at < text.size();) {
    place.offset = at;
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = utf8_sequence_length(text, at);
    if (length == 0) return ByteProblem{"document.not_utf8", {{"byte", hexadecimal(byte)}}, place};
    const bool ends_line = byte == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    const bool is_control =
        (byte < 0x20 && byte != '\t' && byte != '\n' && !ends_line) || byte == 0x7f;
    if (is_control)
      return ByteProblem{"document.control_character", {{"character", hexadecimal(byte)}}, place};
    if (byte == '\n') {
      ++place.line;
      place.column = 1;
    } else {
      ++place.column;
    }
    at += length;
  }
  return std::nullopt;
}

TextPlaces::TextPlaces(std::string_view text)
    : text_(text), mark_(text.starts_with(kMark) ? kMark.size() : 0) {
  last_.offset = mark_;
}

TextPlace TextPlaces::at(std::size_t offset) {
  offset = std::min(offset, text_.size() - mark_) + mark_;
  // Values that are not written are reported after what follows them: a step back must not require
  // a walk from the start.
  bool is_line_known = true;
  while (last_.offset > offset) {
    const char byte = text_[--last_.offset];
    if (byte == '\n') {
      --last_.line;
      is_line_known = false;
    } else if (!is_continuation(byte)) {
      --last_.column;
    }
  }
  if (!is_line_known) count_column();
  for (; last_.offset < offset; ++last_.offset) {
    const char byte = text_[last_.offset];
    if (byte == '\n') {
      ++last_.line;
      last_.column = 1;
    } else if (!is_continuation(byte)) {
      ++last_.column;
    }
  }
  return last_;
}

void TextPlaces::count_column() {
  last_.column = 1;
  for (std::size_t i = last_.offset; i > mark_ && text_[i - 1] != '\n'; --i)
    if (!is_continuation(text_[i - 1])) ++last_.column;
}

}  // namespace trainyard
