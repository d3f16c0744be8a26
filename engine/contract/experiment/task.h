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

struct TaskSection {
  TaskKind kind = TaskKind::causal_language_modeling;
  double mlm_probability = 0.15;
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
      .when("task.kind=masked_language_modeling")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
