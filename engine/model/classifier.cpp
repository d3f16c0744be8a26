// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/classifier.h"

#include "engine/model/config_reader.h"

namespace trainyard {

Result<Classifier> read_classifier(const Map& config, double dropout) {
  Classifier classifier{.dropout = dropout};
  ConfigReader reader(config);
  reader.read("num_labels", classifier.num_labels, kExtentRange);
  if (const Map names = get<Map>(config, "id2label"); !names.empty())
    classifier.num_labels = static_cast<std::int64_t>(names.size());
  reader.read("classifier_dropout", classifier.dropout, {.minimum = 0, .below = 1});
  if (reader.error()) return *reader.error();
  return classifier;
}

std::vector<std::string> with_classifier_keys(std::vector<std::string> keys) {
  for (const char* key :
       {"num_labels", "id2label", "label2id", "problem_type", "classifier_dropout"})
    keys.emplace_back(key);
  return keys;
}

std::string architecture_with(const std::string& prefix, HeadKind head,
                              const std::string& of_language_model) {
  switch (head) {
    case HeadKind::sequence_classification:
      return prefix + "ForSequenceClassification";
    case HeadKind::token_classification:
      return prefix + "ForTokenClassification";
    case HeadKind::language_modeling:
      break;
  }
  return of_language_model;
}

}  // namespace trainyard
