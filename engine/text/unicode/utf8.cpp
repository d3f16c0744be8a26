// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

// Skips plain ASCII bytes from `at`, in steps of eight.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data() + at, sizeof block);
    if ((block & 0x8080808080808080u) != 0) break;
    at += 8;
  }
  return at;
}

}  // namespace

std::optional<Utf8Fault> find_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while ((at = skip_ascii(text, at)) < text.size()) {
    const Utf8Sequence sequence = utf8_sequence(text, at);
    if (!sequence.is_valid) {
      const auto breaks =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      return Utf8Fault{.byte_offset = at, .line = static_cast<std::size_t>(breaks) + 1};
    }
    at += sequence.length;
  }
  return std::nullopt;
}

std::size_t broken_sequence_length(std::string_view text) { return utf8_sequence(text, 0).length; }

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line =
      rest.substr(0, end == std::string_view::npos ? rest.size() : end + 1);
  rest.remove_prefix(line.size());
  return line;
}

std::string replace_all(std::string_view text, std::string_view pattern, std::string_view content) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = std::min(text.find(pattern, at), text.size());
    out += text.substr(at, found - at);
    if (found < text.size()) out += content;
    at = found + pattern.size();
  }
  return out;
}

std::string replace_invalid(std::string_view bytes) {
  std::string text;
  while (const auto fault = find_invalid_utf8(bytes)) {
    text.append(bytes.substr(0, fault->byte_offset)).append("\uFFFD");
    bytes.remove_prefix(fault->byte_offset);
    bytes.remove_prefix(broken_sequence_length(bytes));
  }
  return text.append(bytes);
}

}  // namespace trainyard
