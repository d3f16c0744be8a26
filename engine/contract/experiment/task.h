// SPDX-License-Identifier: GPL-3.0-or-later
// What is learned.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class TaskKind {
  causal_language_modeling,
  masked_language_modeling,
  instruction_tuning,
  sequence_classification,
  token_classification
};
template <>
struct Names<TaskKind> {
  static constexpr std::pair<TaskKind, std::string_view> all[] = {
      {TaskKind::causal_language_modeling, "causal_language_modeling"},
      {TaskKind::masked_language_modeling, "masked_language_modeling"},
      {TaskKind::instruction_tuning, "instruction_tuning"},
      {TaskKind::sequence_classification, "sequence_classification"},
      {TaskKind::token_classification, "token_classification"}};
};

enum class ProblemType { single_label_classification, multi_label_classification, regression };
template <>
struct Names<ProblemType> {
  static constexpr std::pair<ProblemType, std::string_view> all[] = {
      {ProblemType::single_label_classification, "single_label_classification"},
      {ProblemType::multi_label_classification, "multi_label_classification"},
      {ProblemType::regression, "regression"}};
};

struct TaskSection {
  TaskKind kind = TaskKind::causal_language_modeling;
  double mlm_probability = 0.15;
  ProblemType problem_type = ProblemType::single_label_classification;
  TextList labels;
};

inline void describe(Section<TaskSection>& section) {
  section.field("kind", &TaskSection::kind)
      .label("Task")
      .help("What the model learns. It determines labels, loss and metrics.")
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("mlm_probability", &TaskSection::mlm_probability)
      .label("Masking probability")
      .help(
          "Probability that a token is masked and has to be predicted. Of the masked tokens, 80 % "
          "become the mask token, 10 % a random token, and 10 % stay unchanged.")
      .above(0)
      .maximum(1)
      .when("workload=engine&task.kind=masked_language_modeling")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("problem_type", &TaskSection::problem_type)
      .label("Problem type")
      .help(
          "One label per text (cross-entropy), any number of labels per text (binary "
          "cross-entropy), or one number per text (mean squared error).")
      .when("workload=engine&task.kind=sequence_classification")
      .affects(Affects::numerics);
  section.field("labels", &TaskSection::labels)
      .label("Labels")
      .help(
          "Names of the labels in the order of the model's outputs. Null uses those of the "
          "training data, sorted.")
      .when("workload=engine&task.kind=sequence_classification|token_classification")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
