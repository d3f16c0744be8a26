// SPDX-License-Identifier: GPL-3.0-or-later
// The linear layer that classification has in the place of the projection on the vocabulary.
#pragma once

#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/model.h"

namespace trainyard {

struct Classifier {
  std::int64_t num_labels = 2;
  double dropout = 0.0;  // of the hidden states that it reads, in training
};

// config.json's id2label or num_labels (transformers' default: 2), and classifier_dropout or, where
// that is null, `dropout`. Errors: a value of the wrong type or out of range.
Result<Classifier> read_classifier(const Map& config, double dropout);

// Keys of config.json that read_classifier() and transformers know.
std::vector<std::string> with_classifier_keys(std::vector<std::string> keys);

// "Llama" -> "LlamaForSequenceClassification"; for language modeling `of_language_model`.
std::string architecture_with(const std::string& prefix, HeadKind head,
                              const std::string& of_language_model);

}  // namespace trainyard
