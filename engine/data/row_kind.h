// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of prepared data is.
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

enum class RowKind {
  blocks,           // texts concatenated, cut into pieces of data.sequence_length; no labels
  sequences,        // texts, or parts of them, each by itself or several packed together
  single_label,     // a text, or two, with one label
  multi_label,      // with any number of labels
  regression,       // with a number
  token_labels,     // words with a label each
  unlabelled,       // a text, or two, to be classified
  unlabelled_words  // words, each to be classified
};
// As prepared.json writes them.
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

// Whether language is modelled with them.
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

// More different labels are taken for a mistake in the choice of the column.
inline constexpr std::size_t max_labels = 65536;

}  // namespace trainyard
