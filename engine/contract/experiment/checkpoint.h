// SPDX-License-Identifier: GPL-3.0-or-later
// When training state is saved and what is kept.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct CheckpointSection {
  std::optional<std::int64_t> every_steps = 500;
  std::optional<double> every_epochs;
  std::int64_t keep_last = 2;
  bool save_best = true;
  bool best_as_result = false;
  double max_shard_size = 5;
};

inline void describe(Section<CheckpointSection>& section) {
  section.field("every_steps", &CheckpointSection::every_steps)
      .label("Save every")
      .help(
          "Steps between checkpoints. Null saves only at the end, when the run is stopped and, "
          "where "
          "the best is kept, at the best evaluation.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12)
      .when("workload=engine");
  section.field("every_epochs", &CheckpointSection::every_epochs)
      .label("Save at epochs")
      .help(
          "Epochs between checkpoints, each at the end of one; beside those by steps. A part of "
          "one "
          "is rounded up to whole steps. Null means none.")
      .unit("epochs")
      .above(0)
      .maximum(1e6)
      .when("workload=engine");
  section.field("keep_last", &CheckpointSection::keep_last)
      .label("Keep")
      .help("Newest checkpoints that are kept; older ones are deleted.")
      .unit("checkpoints")
      .minimum(1)
      .maximum(1000000)
      .when("workload=engine")
      .tier(Tier::advanced);
  section.field("save_best", &CheckpointSection::save_best)
      .label("Keep the best")
      .help("Keeps the checkpoint with the best evaluation beside the newest.")
      .when("workload=engine")
      .tier(Tier::advanced);
  section.field("best_as_result", &CheckpointSection::best_as_result)
      .label("The best is the result")
      .help(
          "The model of the best evaluation becomes the run's result, instead of the last step's, "
          "and is judged on the test data.")
      .when("workload=engine")
      .tier(Tier::advanced);
  section.field("max_shard_size", &CheckpointSection::max_shard_size)
      .label("Largest file of weights")
      .help("Weights of more than this are written in several files, which transformers reads.")
      .unit("GB")
      .above(0)
      .maximum(1e6)
      .when("workload=engine")
      .tier(Tier::advanced);
}

}  // namespace trainyard
