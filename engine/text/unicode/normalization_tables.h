// SPDX-License-Identifier: GPL-3.0-or-later
// What the normalizers and BERT's pre-tokenizer of the pinned `tokenizers` library make of code
// points. Flat lists, ascending; normal_forms.cpp and normalizer.cpp make tables of them.
#pragma once

#include <span>

namespace trainyard::normalization_tables {

// code point, how many, what it becomes; Hangul syllables are not among them.
extern const std::span<const char32_t> canonical_decompositions;   // NFD's, full
extern const std::span<const char32_t> compatible_decompositions;  // NFKD's where they differ
extern const std::span<const char32_t> lower_case;

extern const std::span<const char32_t> combining_classes;  // code point, class above 0
extern const std::span<const char32_t> compositions;       // first, second, composed

// first, last of ranges.
extern const std::span<const char32_t> marks;             // what StripAccents removes
extern const std::span<const char32_t> nonspacing_marks;  // what BertNormalizer removes as accents
extern const std::span<const char32_t> removed_by_cleaning;
extern const std::span<const char32_t> set_apart;  // Chinese characters, which get spaces around
extern const std::span<const char32_t> punctuation;
// Of grapheme clusters: what goes on with the one before (Extend, ZWJ, SpacingMark), what the next
// one goes on with (Prepend), and what is always one of its own (Control, CR, LF).
extern const std::span<const char32_t> grapheme_extenders;
extern const std::span<const char32_t> grapheme_prepended;
extern const std::span<const char32_t> grapheme_controls;

}  // namespace trainyard::normalization_tables
