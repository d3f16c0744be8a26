// Finds added tokens in text before it is cut into words, in the order of the `tokenizers` library:
// first those that are not normalized, then the normalized ones in what is left; the leftmost, of
// several there the longest.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/bpe_vocabulary.h"

namespace trainyard {

// A stretch of text: an added token, or (no id) text between them, never empty.
struct TextPiece {
  std::string_view text;
  std::optional<std::uint32_t> id;
};

class AddedTokenFinder {
 public:
  // `added` must outlive it.
  explicit AddedTokenFinder(const std::vector<AddedToken>& added);

  // Replaces `pieces` by those of `text`, in its order.
  void split(std::string_view text, std::vector<TextPiece>& pieces) const;

 private:
  // The tokens by their first byte, longest first.
  struct Pass {
    std::array<std::vector<const AddedToken*>, 256> by_first_byte;
    std::string first_bytes;
  };

  static const AddedToken* match_at(const Pass& pass, std::string_view text, std::size_t at);
  static void split_pass(const Pass& pass, std::string_view text, std::vector<TextPiece>& pieces);

  Pass exact_;
  Pass normalized_;
};

}  // namespace trainyard
