// SPDX-License-Identifier: GPL-3.0-or-later
// SentencePiece's precompiled_charsmap: what characters, and some that stand together, become.
// Applied as the `tokenizers` library applies it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/formed_text.h"

namespace trainyard {

class CharacterMap {
 public:
  // The bytes of the map: the size of the trie in bytes (32 bits, little endian), the trie as a
  // double array (units of 32 bits, as darts-clone writes them), and the texts that its values
  // point into, each ended by a zero. Nothing where that is not what they are.
  static std::optional<CharacterMap> read(std::string_view bytes);

  // What `text`, valid UTF-8, becomes; nothing where it stays.
  std::optional<FormedText> apply(std::string_view text) const;

 private:
  std::optional<std::string_view> replacement(std::string_view part) const;

  std::vector<std::uint32_t> units_;
  std::string texts_;
};

}  // namespace trainyard
