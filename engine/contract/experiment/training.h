// SPDX-License-Identifier: GPL-3.0-or-later
// How long training lasts.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct TrainingSection {
  std::optional<std::int64_t> max_steps;
  double num_epochs = 3;
  std::optional<std::int64_t> max_tokens;
  std::optional<double> max_hours;
  double label_smoothing_factor = 0;
  double neftune_noise_alpha = 0;
  bool full_determinism = false;
};

inline void describe(Section<TrainingSection>& section) {
  section.field("max_steps", &TrainingSection::max_steps)
      .label("Steps")
      .help("Optimizer steps of the whole run. When given, the number of epochs is not used.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12)
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("num_epochs", &TrainingSection::num_epochs)
      .label("Epochs")
      .help(
          "Passes over the training data, when the steps are not given; parts of an epoch are "
          "allowed.")
      .unit("epochs")
      .above(0)
      .maximum(1e6)
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("max_tokens", &TrainingSection::max_tokens)
      .label("Tokens")
      .help(
          "Tokens that the whole run reads, made whole steps. When given, the number of epochs is "
          "not used; with a number of steps the smaller of the two counts.")
      .unit("tokens")
      .minimum(1)
      .maximum(1e15)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("max_hours", &TrainingSection::max_hours)
      .label("Hours")
      .help(
          "Training ends after this time, all attempts together, as after its last step; the "
          "learning rate does not follow it.")
      .unit("hours")
      .above(0)
      .maximum(1e5)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("label_smoothing_factor", &TrainingSection::label_smoothing_factor)
      .label("Label smoothing")
      .help(
          "Share of each target that is spread evenly over the whole vocabulary. It is in the "
          "losses of training and of evaluation, as in Hugging Face Trainer.")
      .minimum(0)
      .below(1)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("neftune_noise_alpha", &TrainingSection::neftune_noise_alpha)
      .label("NEFTune noise")
      .help(
          "Adds noise to the embeddings in training: each number gets one from -a to a, with a "
          "this "
          "value divided by the square root of sequence length times width. 5 to 15 are usual; 0 "
          "means none.")
      .minimum(0)
      .maximum(1e6)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("full_determinism", &TrainingSection::full_determinism)
      .label("Deterministic")
      .help(
          "Takes only those GPU kernels that give the same bits each time, which may be slower. A "
          "resumed run then goes on bit by bit on a GPU too, as it always does on a processor.")
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
