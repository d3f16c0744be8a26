// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/timelines.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<TimelinesSection>& section) {
  section.field("vocabulary", &TimelinesSection::vocabulary)
      .label("Vocabulary")
      .help("Words behind the token ids: vocab.gzip, or the vocabulary.json made from it.")
      .path()
      .when("workload=engine&data.kind=timelines")
      .affects(Affects::numerics);
  section.field("column", &TimelinesSection::column)
      .label("Column")
      .help(
          "Whole timelines (tokens), or timelines cut or padded to one length (padded), as "
          "classification needs them.")
      .when("workload=engine&data.kind=timelines")
      .affects(Affects::numerics);
  section.field("collation", &TimelinesSection::collation)
      .label("Collation")
      .help(
          "Timelines concatenated and cut into windows (packed), or each row on its own as it is "
          "in the file (padded), which must fit into one sequence.")
      .when("workload=engine&data.kind=timelines&task.kind=causal_language_modeling")
      .affects(Affects::numerics);
  section.field("streaming", &TimelinesSection::streaming)
      .label("Streaming")
      .help(
          "Reads the training files during training, without preparing them. The length of "
          "training is then training.max_steps.")
      .when("workload=engine&data.kind=timelines&task.kind=causal_language_modeling")
      .affects(Affects::numerics);
  section.field("repeats", &TimelinesSection::repeats)
      .label("Repeats")
      .help(
          "How often all timelines are used, each time in a new order, to make the windows of one "
          "epoch.")
      .minimum(1)
      .maximum(1e6)
      .when("workload=engine&data.kind=timelines&task.kind=causal_language_modeling")
      .affects(Affects::numerics);
  section.field("shuffle_buffer", &TimelinesSection::shuffle_buffer)
      .label("Shuffle buffer")
      .help(
          "Number of timelines from which the next one is drawn, as the datasets library shuffles "
          "streams. 0 keeps their order.")
      .unit("timelines")
      .minimum(0)
      .maximum(1e9)
      .when("workload=engine&data.kind=timelines&task.kind=causal_language_modeling")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("padding_rate", &TimelinesSection::padding_rate)
      .label("Padding rate")
      .help(
          "Mean number of PAD tokens after each timeline, drawn from a Poisson distribution. 0 "
          "means none.")
      .unit("tokens")
      .minimum(0)
      .maximum(1e6)
      .when("workload=engine&data.kind=timelines&task.kind=causal_language_modeling")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("outcome", &TimelinesSection::outcome)
      .label("Outcome")
      .help("Column to predict, for instance same_admission_death: true or false.")
      .when("workload=engine&data.kind=timelines&task.kind=sequence_classification")
      .affects(Affects::numerics);
  section.field("evaluate_without_24h", &TimelinesSection::evaluate_without_24h)
      .label("Without the first 24 hours")
      .help(
          "Leaves out of the evaluation the rows that already had the outcome in the first 24 "
          "hours, where the column OUTCOME_24h is true.")
      .when("workload=engine&data.kind=timelines&task.kind=sequence_classification")
      .affects(Affects::numerics);
  section.field("training_fraction", &TimelinesSection::training_fraction)
      .label("Training fraction")
      .help("Fraction of the training rows that is used, drawn with the seed.")
      .unit("ratio")
      .above(0)
      .maximum(1)
      .when("workload=engine&data.kind=timelines&task.kind=sequence_classification")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("random_truncation", &TimelinesSection::random_truncation)
      .label("Random truncation")
      .help("Cuts each training row at a random place, a different one in each epoch.")
      .when("workload=engine&data.kind=timelines&task.kind=sequence_classification")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
