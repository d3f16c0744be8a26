// SPDX-License-Identifier: GPL-3.0-or-later
// SentencePiece's precompiled_charsmap: replacements for characters and sequences of characters,
// applied as in the `tokenizers` library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/unicode/formed_text.h"

namespace trainyard {

class CharacterMap {
 public:
  // Parses the map: the size of the trie in bytes (32 bits, little endian), the trie as a double
  // array (units of 32 bits, as written by darts-clone), and the texts that its values point into,
  // each zero-terminated. Nothing if it is invalid.
  static std::optional<CharacterMap> read(std::string_view bytes);

  // Returns the normalized form of `text`, valid UTF-8; nothing if it is unchanged.
  std::optional<FormedText> apply(std::string_view text) const;

 private:
  std::optional<std::string_view> replacement(std::string_view part) const;

  std::vector<std::uint32_t> units_;
  std::string texts_;
};

}  // namespace trainyard
