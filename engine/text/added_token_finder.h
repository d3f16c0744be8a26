// SPDX-License-Identifier: GPL-3.0-or-later
// Finds added tokens in text before it is split into words: the leftmost match, and the longest at
// that position.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/vocabulary.h"

namespace trainyard {

// A piece of text: an added token, or (no id) text between them, never empty.
struct TextPiece {
  std::string_view text;
  std::optional<std::uint32_t> id;
};

// The added tokens that are matched in the original text or (`normalized`) in the normalizer's
// output, for which they are normalized themselves.
std::vector<AddedToken> added_tokens(const Vocabulary& vocabulary, bool normalized);

class AddedTokenFinder {
 public:
  explicit AddedTokenFinder(std::vector<AddedToken> added);
  AddedTokenFinder(const AddedTokenFinder&) = delete;
  AddedTokenFinder& operator=(const AddedTokenFinder&) = delete;

  bool is_empty() const { return first_bytes_.empty(); }
  // Appends the pieces of `text`, in order.
  void split(std::string_view text, std::vector<TextPiece>& pieces) const;

 private:
  const AddedToken* match_at(std::string_view text, std::size_t at) const;

  std::vector<AddedToken> added_;
  std::array<std::vector<const AddedToken*>, 256> by_first_byte_;  // longest first
  std::string first_bytes_;
};

}  // namespace trainyard
