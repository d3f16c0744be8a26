// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/evaluation.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<EvaluationSection>& section) {
  section.field("every_steps", &EvaluationSection::every_steps)
      .label("Evaluate every")
      .help("Steps between evaluations on the held-out data. Null means never.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12);
  section.field("every_epochs", &EvaluationSection::every_epochs)
      .label("Evaluate every (epochs)")
      .help(
          "Epochs between evaluations, each at the end of an epoch, in addition to those by steps. "
          "0.5 evaluates after each half of an epoch's steps, rounded up. Null means none.")
      .unit("epochs")
      .above(0)
      .maximum(1e6);
  section.field("on_start", &EvaluationSection::on_start)
      .label("Evaluate before training")
      .help(
          "Evaluates the model before the first step. This evaluation never counts as the best and "
          "never stops the run.")
      .tier(Tier::advanced);
  section.field("batch_size", &EvaluationSection::batch_size)
      .label("Evaluation batch size")
      .help("Sequences that a process evaluates at a time. Null uses batch.per_device.")
      .unit("sequences")
      .minimum(1)
      .maximum(1e6)
      .tier(Tier::advanced);
  section.field("metric", &EvaluationSection::metric)
      .label("Metric")
      .help("Metric that decides which checkpoint is best and when to stop early.")
      .pattern(R"(eval/[A-Za-z0-9_.-]+)", "a name such as eval/loss")
      .tier(Tier::advanced);
  section.field("early_stopping_patience", &EvaluationSection::early_stopping_patience)
      .label("Early stopping patience")
      .help(
          "Number of evaluations without improvement after which training stops. Null means never.")
      .unit("evaluations")
      .minimum(1)
      .maximum(1e6)
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
