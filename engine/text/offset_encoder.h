// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes text to ids with the characters that each of them covers, to determine which word a token
// belongs to. Equal to the `tokenizers` library's offsets.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/text/aligned_text.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

// The ids are those of a TextEncoder, which is many times faster because it caches words. One per
// thread.
class OffsetEncoder {
 public:
  explicit OffsetEncoder(const Tokenizer& tokenizer);
  ~OffsetEncoder();
  OffsetEncoder(OffsetEncoder&&) noexcept;
  OffsetEncoder& operator=(OffsetEncoder&&) noexcept;

  // Appends the ids of `text`, valid UTF-8 of less than 2^32 characters, and as many spans: of its
  // characters before any normalization. Tokens that share a character both include it.
  void encode(std::string_view text, std::vector<std::uint32_t>& ids,
              std::vector<CharacterSpan>& spans);
  // Including the post-processor's special tokens, whose span is 0 to 0.
  void encode_whole(std::string_view text, std::vector<std::uint32_t>& ids,
                    std::vector<CharacterSpan>& spans);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace trainyard
