// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/model.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<ModelSection>& section) {
  section.field("kind", &ModelSection::kind)
      .label("Architecture")
      .help("Model architecture. It must match the pretrained folder if one is given.");
  section.field("pretrained", &ModelSection::pretrained)
      .label("Pretrained weights")
      .help("Hugging Face folder to start from. Null starts from random weights.")
      .path();
  section.field("overrides", &ModelSection::overrides)
      .label("Config overrides")
      .help(
          "Values of config.json that replace the defaults of the architecture or those of the "
          "pretrained folder.")
      .tier(Tier::advanced);
  section.field("resize_vocabulary", &ModelSection::resize_vocabulary)
      .label("Resize the vocabulary")
      .help(
          "Resizes the embeddings of a pretrained model for a tokenizer with more entries. New "
          "embeddings start as the mean of the others.")
      .tier(Tier::expert);
}

}  // namespace trainyard
