// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/character_map.h"

#include <cstring>

#include "engine/text/unicode/graphemes.h"
#include "engine/text/unicode/utf8.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

// Longer graphemes are looked up character by character.
constexpr std::size_t kLongestGrapheme = 5;

// The fields of a unit of the double array.
std::uint32_t label_of(std::uint32_t unit) { return unit & 0x800000FF; }
bool has_leaf(std::uint32_t unit) { return (unit >> 8 & 1) != 0; }
std::uint32_t offset_of(std::uint32_t unit) { return unit >> 10 << ((unit & 1u << 9) >> 6); }
std::uint32_t value_of(std::uint32_t unit) { return unit & 0x7FFFFFFF; }

void append_characters(std::string_view text, FormedText& out) {
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter character = decode_utf8(text, at);
    out.push_back({character.code_point, 1});
    at += character.length;
  }
}

// Replaces `part` with `by`: extra characters count as insertions, and removed ones are added to
// the last character that remains.
void append_replacement(std::string_view part, std::string_view by, FormedText& out) {
  FormedText old_part;
  append_characters(part, old_part);
  const std::size_t begin = out.size(), num_old = old_part.size();
  append_characters(by, out);
  const std::size_t num_new = out.size() - begin;
  for (std::size_t i = num_old; i < num_new; ++i) out[begin + i].replaced = 0;
  if (num_new < num_old && !out.empty())
    out.back().replaced += static_cast<std::uint32_t>(num_old - num_new);
}

}  // namespace

std::optional<CharacterMap> CharacterMap::read(std::string_view bytes) {
  std::uint32_t trie_bytes = 0;
  if (bytes.size() < sizeof trie_bytes) return std::nullopt;
  std::memcpy(&trie_bytes, bytes.data(), sizeof trie_bytes);
  bytes.remove_prefix(sizeof trie_bytes);
  if (trie_bytes > bytes.size() || trie_bytes == 0 || trie_bytes % sizeof(std::uint32_t) != 0)
    return std::nullopt;
  CharacterMap map;
  map.units_.resize(trie_bytes / sizeof(std::uint32_t));
  std::memcpy(map.units_.data(), bytes.data(), trie_bytes);
  map.texts_ = bytes.substr(trie_bytes);
  if (find_invalid_utf8(map.texts_)) return std::nullopt;
  return map;
}

// Returns the replacement for the shortest key that `part` starts with.
std::optional<std::string_view> CharacterMap::replacement(std::string_view part) const {
  std::size_t node = offset_of(units_[0]);
  for (const char c : part) {
    const auto byte = static_cast<unsigned char>(c);
    node ^= byte;
    if (byte == 0 || node >= units_.size() || label_of(units_[node]) != byte) return std::nullopt;
    const std::uint32_t unit = units_[node];
    node ^= offset_of(unit);
    if (!has_leaf(unit)) continue;
    if (node >= units_.size()) return std::nullopt;
    const std::size_t begin = value_of(units_[node]);
    // It must not be inside a character.
    if (begin >= texts_.size() || is_continuation_byte(texts_[begin])) return std::nullopt;
    return std::string_view(texts_).substr(begin, texts_.find('\0', begin) - begin);
  }
  return std::nullopt;
}

std::optional<FormedText> CharacterMap::apply(std::string_view text) const {
  FormedText out;
  bool is_changed = false;
  const auto replace = [&](std::string_view part) {
    const auto by = replacement(part);
    if (by) append_replacement(part, *by, out);
    is_changed = is_changed || by;
    return by.has_value();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view grapheme = text.substr(at, grapheme_end(text, at) - at);
    at += grapheme.size();
    if (grapheme.size() <= kLongestGrapheme && replace(grapheme)) continue;
    for (std::size_t i = 0; i < grapheme.size();) {
      const std::string_view character = grapheme.substr(i, decode_utf8(grapheme, i).length);
      if (!replace(character)) append_characters(character, out);
      i += character.size();
    }
  }
  if (!is_changed) return std::nullopt;
  return out;
}

}  // namespace trainyard
