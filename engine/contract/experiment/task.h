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
      .help("What the model learns; it decides labels, loss and metrics.")
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("mlm_probability", &TaskSection::mlm_probability)
      .label("Share of hidden tokens")
      .help(
          "How likely each token is hidden and has to be found. Of the hidden ones 8 of 10 become "
          "the mask token, 1 of 10 any token, 1 of 10 stays as it is.")
      .above(0)
      .maximum(1)
      .when("workload=engine&task.kind=masked_language_modeling")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("problem_type", &TaskSection::problem_type)
      .label("Problem")
      .help(
          "One label a text (cross-entropy), any number of labels a text (binary cross-entropy), "
          "or "
          "a number a text (mean squared error).")
      .when("workload=engine&task.kind=sequence_classification")
      .affects(Affects::numerics);
  section.field("labels", &TaskSection::labels)
      .label("Labels")
      .help(
          "Names of the labels in the order of the model's outputs. None takes those of the "
          "training "
          "data, sorted.")
      .when("workload=engine&task.kind=sequence_classification|token_classification")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
