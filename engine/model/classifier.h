// SPDX-License-Identifier: GPL-3.0-or-later
// The linear layer that classification models have instead of the projection to the vocabulary.
#pragma once

#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/model.h"

namespace trainyard {

struct Classifier {
  std::int64_t num_labels = 2;
  double dropout = 0.0;  // of its input, in training
};

// Reads config.json's id2label or num_labels (transformers' default: 2), and classifier_dropout,
// which defaults to `dropout` if null. Errors: a value of the wrong type or out of range.
Result<Classifier> read_classifier(const Map& config, double dropout);

// Adds the keys of config.json that read_classifier() and transformers know.
std::vector<std::string> with_classifier_keys(std::vector<std::string> keys);

// "Llama" -> "LlamaForSequenceClassification"; `of_language_model` for language modeling.
std::string architecture_with(const std::string& prefix, HeadKind head,
                              const std::string& of_language_model);

}  // namespace trainyard
