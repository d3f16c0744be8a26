// SPDX-License-Identifier: GPL-3.0-or-later
// What a trained model says of rows, for files.
#pragma once

#include <ATen/ATen.h>

#include "engine/contract/describe/field.h"

namespace trainyard {

enum class PredictionKind {
  probabilities,      // of each label, or of each entry of the vocabulary
  logits,             // the same before softmax or sigmoid; of a regression its number
  labels,             // what the data says
  words,              // of words without labels: the number of the one that begins with a token
  bits_per_token,     // -log2 of the probability of each token after those before it
  hidden_states,      // the last layer's of the token that stands for its row
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

// Of the rows of a batch and in their order: values (B, ...), or, of their tokens, (B, T, ...).
struct Prediction {
  at::Tensor values;
  bool is_of_tokens = false;
};

}  // namespace trainyard
