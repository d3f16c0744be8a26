// SPDX-License-Identifier: GPL-3.0-or-later
// A trained model's predictions for rows, as written to files.
#pragma once

#include <ATen/ATen.h>

#include "engine/contract/describe/field.h"

namespace trainyard {

enum class PredictionKind {
  probabilities,      // of each label, or of each vocabulary entry
  logits,             // the same before softmax or sigmoid; for a regression its number
  labels,             // the labels in the data
  words,              // for word labels: the number of the word that starts at each token
  bits_per_token,     // -log2 of the probability of each token given those before it
  hidden_states,      // the last layer's, of the row's summary token
  all_hidden_states,  // of that token, after the embedding and after each layer
};
template <>
struct Names<PredictionKind> {
  static constexpr std::pair<PredictionKind, std::string_view> all[] = {
      {PredictionKind::probabilities, "probabilities"},
      {PredictionKind::logits, "logits"},
      {PredictionKind::labels, "labels"},
      {PredictionKind::words, "words"},
      {PredictionKind::bits_per_token, "bits_per_token"},
      {PredictionKind::hidden_states, "hidden_states"},
      {PredictionKind::all_hidden_states, "all_hidden_states"}};
};

// In the order of the batch's rows: values (B, ...) or, per token, (B, T, ...).
struct Prediction {
  at::Tensor values;
  bool is_of_tokens = false;
};

}  // namespace trainyard
