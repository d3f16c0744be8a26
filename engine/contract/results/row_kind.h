// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a row of prepared data.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class RowKind {
  blocks,           // concatenated texts, cut into pieces of data.sequence_length; no labels
  sequences,        // texts or parts of them, one by one or several packed together
  single_label,     // a text or a pair of texts with one label
  multi_label,      // with any number of labels
  regression,       // with a number
  token_labels,     // words with one label each
  unlabelled,       // a text or a pair of texts to be classified
  unlabelled_words  // words, each to be classified
};
// As written in prepared.json.
template <>
struct Names<RowKind> {
  static constexpr std::pair<RowKind, std::string_view> all[] = {
      {RowKind::blocks, "blocks"},
      {RowKind::sequences, "sequences"},
      {RowKind::single_label, "single_label"},
      {RowKind::multi_label, "multi_label"},
      {RowKind::regression, "regression"},
      {RowKind::token_labels, "token_labels"},
      {RowKind::unlabelled, "unlabelled"},
      {RowKind::unlabelled_words, "unlabelled_words"}};
};

// Whether they are for language modelling.
constexpr bool is_language(RowKind kind) {
  return kind == RowKind::blocks || kind == RowKind::sequences;
}

// Whether its labels have names.
constexpr bool has_label_names(RowKind kind) {
  return kind == RowKind::single_label || kind == RowKind::multi_label ||
         kind == RowKind::token_labels;
}

constexpr bool has_labels(RowKind kind) {
  return has_label_names(kind) || kind == RowKind::regression;
}

// Whether a record is a list of words.
constexpr bool has_words(RowKind kind) {
  return kind == RowKind::token_labels || kind == RowKind::unlabelled_words;
}

// Whether tokens are what is learned, and not a label of the whole.
constexpr bool learns_tokens(RowKind kind) { return is_language(kind) || has_words(kind); }

// More distinct labels suggest that the wrong column was chosen.
inline constexpr std::size_t max_labels = 65536;

}  // namespace trainyard
