// SPDX-License-Identifier: GPL-3.0-or-later
// Text normalization before splitting: the normalizers of tokenizer.json, applied as in the pinned
// `tokenizers` library.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/aligned_text.h"
#include "engine/text/character_map.h"

namespace trainyard {

struct NormalizerStep {
  enum class Kind : std::uint8_t {
    nfc,
    nfd,
    nfkc,
    nfkd,
    lowercase,
    strip_accents,      // all kinds of marks, like the normalizer of that name
    strip_nonspacing,   // the marks that BertNormalizer treats as accents
    clean,              // removes control characters, replaces white space by spaces
    set_chinese_apart,  // spaces around Chinese characters
    replace,            // each `pattern` with `content`
    replace_spaces,     // two or more consecutive spaces with `content`
    prepend,            // adds `content` before a text that is not empty
    begin_with,         // the same, unless the text starts with it
    strip_left,         // white space at the start
    strip_right,
    precompiled,  // applies `map`, like SentencePiece
  };
  Kind kind;
  std::string pattern{}, content{};
  std::shared_ptr<const CharacterMap> map{};
};

struct BertNormalizerOptions {
  bool clean_text = true;
  bool handle_chinese_chars = true;
  bool strip_accents = true;
  bool lowercase = true;
};

class Normalizer {
 public:
  void add(NormalizerStep step) { steps_.push_back(std::move(step)); }
  void add_bert(const BertNormalizerOptions& options);
  bool is_empty() const { return steps_.empty(); }

  // Returns `text`, valid UTF-8, after all steps: itself if nothing changes, else a view of `made`.
  std::string_view apply(std::string_view text, std::string& made) const;
  // The same, keeping track of each byte's origin.
  void apply(AlignedText& text) const;

 private:
  std::vector<NormalizerStep> steps_;
};

// Whether BERT's pre-tokenizer makes this character a word of its own.
bool is_bert_punctuation(char32_t code_point);

}  // namespace trainyard
