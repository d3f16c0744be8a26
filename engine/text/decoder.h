// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes tokens to text: the decoders of tokenizer.json, applied as in the `tokenizers` library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trainyard {

struct DecoderStep {
  enum class Kind : std::uint8_t {
    byte_level,  // letters to bytes, then invalid UTF-8 to U+FFFD
    word_piece,  // `pattern` is the prefix of continuations; a space is added before other tokens
    byte_fallback,  // sequences of <0x41> to their bytes; U+FFFD for each if that is not UTF-8
    fuse,           // joins all tokens
    replace,        // each `pattern` with `content`
    metaspace,      // each "▁" with a space
    strip,          // up to `first` occurrences of `content` at the start, `last` at the end
  };
  Kind kind;
  std::string pattern{}, content{};
  bool cleanup = false;       // for word_piece: no space before punctuation and endings ("do n't")
  bool drops_prefix = false;  // for metaspace: dropped for the first token
  std::size_t first = 0, last = 0;
};

using Decoder = std::vector<DecoderStep>;

// Without steps: joins tokens with a space.
std::string decode_tokens(std::vector<std::string> tokens, const Decoder& decoder);

}  // namespace trainyard
