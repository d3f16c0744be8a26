// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/training.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<TrainingSection>& section) {
  section.field("max_steps", &TrainingSection::max_steps)
      .label("Maximum steps")
      .help("Optimizer steps of the whole run. If given, the number of epochs is ignored.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12)
      .hugging_face({"max_train_steps"});
  section.field("num_epochs", &TrainingSection::num_epochs)
      .label("Epochs")
      .help(
          "Passes over the training data if the number of steps is not given. Fractions of an "
          "epoch are allowed.")
      .unit("epochs")
      .above(0)
      .maximum(1e6)
      .hugging_face({"num_train_epochs"});
  section.field("max_tokens", &TrainingSection::max_tokens)
      .label("Maximum tokens")
      .help(
          "Tokens that the whole run trains on, rounded to whole steps. If given, the number of "
          "epochs is ignored; if the number of steps is given as well, the smaller of the two "
          "counts.")
      .unit("tokens")
      .minimum(1)
      .maximum(1e15)
      .tier(Tier::advanced);
  section.field("max_hours", &TrainingSection::max_hours)
      .label("Maximum hours")
      .help(
          "Training ends after this time, summed over all attempts, as if after its last step. The "
          "learning rate schedule does not follow it.")
      .unit("hours")
      .above(0)
      .maximum(1e5)
      .tier(Tier::advanced);
  section.field("label_smoothing_factor", &TrainingSection::label_smoothing_factor)
      .label("Label smoothing")
      .help(
          "Fraction of each target that is spread evenly over the vocabulary. It is part of the "
          "training and evaluation losses, as in Hugging Face Trainer.")
      .minimum(0)
      .below(1)
      .tier(Tier::advanced)
      .hugging_face({"label_smoothing_factor"});
  section.field("neftune_noise_alpha", &TrainingSection::neftune_noise_alpha)
      .label("NEFTune noise")
      .help(
          "Adds noise to the embeddings during training, uniform between -a and a, where a is this "
          "value divided by the square root of sequence length times width. 5 to 15 are usual. 0 "
          "means none.")
      .minimum(0)
      .maximum(1e6)
      .tier(Tier::advanced)
      .hugging_face({"neftune_noise_alpha"});
  section.field("full_determinism", &TrainingSection::full_determinism)
      .label("Deterministic")
      .help(
          "Uses only GPU kernels that give the same bits every time, which may be slower. A "
          "resumed run then continues bit for bit on a GPU as well, as it always does on a CPU.")
      .tier(Tier::advanced)
      .hugging_face({"full_determinism"});
}

}  // namespace trainyard
