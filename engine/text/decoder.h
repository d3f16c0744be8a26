// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens back to text: the decoders of tokenizer.json, as the `tokenizers` library applies them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trainyard {

struct DecoderStep {
  enum class Kind : std::uint8_t {
    byte_level,     // letters to bytes, what is no UTF-8 then to U+FFFD
    word_piece,     // `pattern` is the prefix of continuations, others get a space before
    byte_fallback,  // runs of <0x41> to their bytes; U+FFFD for each of a run that is no UTF-8
    fuse,           // all tokens become one
    replace,        // each `pattern` by `content`
    metaspace,      // each "▁" a space
    strip,          // up to `first` times `content` at the beginning, `last` times at the end
  };
  Kind kind;
  std::string pattern{}, content{};
  bool cleanup = false;       // of word_piece: no space before punctuation and endings ("do n't")
  bool drops_prefix = false;  // of metaspace: those of the first token are left out
  std::size_t first = 0, last = 0;
};

using Decoder = std::vector<DecoderStep>;

// Without steps: tokens with a space between them.
std::string decode_tokens(std::vector<std::string> tokens, const Decoder& decoder);

}  // namespace trainyard
