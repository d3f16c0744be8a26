// SPDX-License-Identifier: GPL-3.0-or-later
// Tables for the normalizers and BERT's pre-tokenizer of the pinned `tokenizers` library. Flat
// lists, ascending; normal_forms.cpp and normalizer.cpp convert them.
#pragma once

#include <span>

namespace trainyard::normalization_tables {

// Code point, length and decomposition; without Hangul syllables.
extern const std::span<const char32_t> canonical_decompositions;   // NFD's, full
extern const std::span<const char32_t> compatible_decompositions;  // NFKD's where they differ
extern const std::span<const char32_t> lower_case;

extern const std::span<const char32_t> combining_classes;  // code point, class above 0
extern const std::span<const char32_t> compositions;       // first, second, composed

// Ranges as pairs of first and last.
extern const std::span<const char32_t> marks;             // removed by StripAccents
extern const std::span<const char32_t> nonspacing_marks;  // removed as accents by BertNormalizer
extern const std::span<const char32_t> removed_by_cleaning;
extern const std::span<const char32_t> set_apart;  // Chinese characters, which are surrounded with
                                                   // spaces
extern const std::span<const char32_t> punctuation;
// For grapheme clusters: characters that continue the one before (Extend, ZWJ, SpacingMark), that
// are continued by the next (Prepend), and that are always separate (Control, CR, LF).
extern const std::span<const char32_t> grapheme_extenders;
extern const std::span<const char32_t> grapheme_prepended;
extern const std::span<const char32_t> grapheme_controls;

}  // namespace trainyard::normalization_tables
