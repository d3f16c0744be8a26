// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/task.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<TaskSection>& section) {
  section.field("kind", &TaskSection::kind)
      .label("Task")
      .help("What the model learns. It determines labels, loss and metrics.")
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
