// SPDX-License-Identifier: GPL-3.0-or-later
// What a tokenizer does to text before it cuts it: the normalizers of tokenizer.json, as the pinned
// `tokenizers` library applies them.
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
    strip_accents,      // marks of all kinds, as the stage of that name
    strip_nonspacing,   // the marks that BertNormalizer takes for accents
    clean,              // control characters out, white space to spaces
    set_chinese_apart,  // spaces around Chinese characters
    replace,            // each `pattern` by `content`
    replace_spaces,     // two and more spaces in a row by `content`
    prepend,            // `content` before a text that is not empty
    begin_with,         // the same, but for a text that begins with it
    strip_left,         // white space at the start
    strip_right,
    precompiled,  // what `map` says, as SentencePiece does it
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

  // `text`, valid UTF-8, after all steps: itself when nothing changes, else a view of `made`.
  std::string_view apply(std::string_view text, std::string& made) const;
  // The same, keeping what each byte stands for.
  void apply(AlignedText& text) const;

 private:
  std::vector<NormalizerStep> steps_;
};

// Whether BERT's pre-tokenizer cuts this character out as a word of its own.
bool is_bert_punctuation(char32_t code_point);

}  // namespace trainyard
