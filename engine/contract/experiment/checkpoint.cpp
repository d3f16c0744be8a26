// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/checkpoint.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<CheckpointSection>& section) {
  section.field("every_steps", &CheckpointSection::every_steps)
      .label("Save every")
      .help(
          "Steps between checkpoints. Null saves only at the end, when the run is stopped and, if "
          "the best checkpoint is kept, at the best evaluation.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12);
  section.field("every_epochs", &CheckpointSection::every_epochs)
      .label("Save every (epochs)")
      .help(
          "Epochs between checkpoints, each saved at the end of an epoch, in addition to those by "
          "steps. A part of an epoch is rounded up to whole steps. Null means none.")
      .unit("epochs")
      .above(0)
      .maximum(1e6);
  section.field("keep_last", &CheckpointSection::keep_last)
      .label("Checkpoints to keep")
      .help("Number of most recent checkpoints that are kept. Older ones are deleted.")
      .unit("checkpoints")
      .minimum(1)
      .maximum(1000000)
      .tier(Tier::advanced);
  section.field("save_best", &CheckpointSection::save_best)
      .label("Keep the best checkpoint")
      .help("Keeps the checkpoint with the best evaluation as well as the most recent one.")
      .tier(Tier::advanced);
  section.field("best_as_result", &CheckpointSection::best_as_result)
      .label("Use the best checkpoint as the result")
      .help(
          "The model with the best evaluation becomes the result of the run instead of the one "
          "from the last step, and is evaluated on the test data.")
      .tier(Tier::advanced);
  section.field("max_shard_size", &CheckpointSection::max_shard_size)
      .label("Maximum shard size")
      .help("Larger weights are split into several files, in the format that transformers reads.")
      .unit("GB")
      .above(0)
      .maximum(1e6)
      .tier(Tier::advanced);
}

}  // namespace trainyard
