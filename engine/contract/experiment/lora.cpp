// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/lora.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<LoraSection>& section) {
  section.field("rank", &LoraSection::rank)
      .label("Rank")
      .help(
          "Trains low-rank matrices of this rank beside the target weights, which stay frozen. "
          "Checkpoints then hold only the adapter, in the format of peft. Null trains all weights.")
      .minimum(1)
      .maximum(65536)
      .tier(Tier::advanced);
  section.field("alpha", &LoraSection::alpha)
      .label("Alpha")
      .help("The output of the adapter is scaled by alpha divided by the rank.")
      .above(0)
      .maximum(1e6)
      .tier(Tier::advanced);
  section.field("dropout", &LoraSection::dropout)
      .label("Dropout")
      .help("Probability that an input of the adapter is set to zero.")
      .minimum(0)
      .below(1)
      .tier(Tier::advanced);
  section.field("use_rslora", &LoraSection::use_rslora)
      .label("Rank-stabilized")
      .help("Divides alpha by the square root of the rank instead of the rank.")
      .tier(Tier::expert);
  section.field("target_modules", &LoraSection::target_modules)
      .label("Target modules")
      .help(
          "Names of the modules that get an adapter, such as q_proj. all-linear means every linear "
          "layer but the head. Null uses peft's defaults for the architecture.")
      .pattern(R"([A-Za-z0-9_.\-]{1,128})", "a module's name of letters, digits and _ . -")
      .tier(Tier::advanced);
  section.field("pretrained", &LoraSection::pretrained)
      .label("Pretrained adapter")
      .help(
          "Folder of a peft adapter to continue training. Its rank, alpha and modules must match "
          "these. Null starts from an adapter that has no effect yet.")
      .path()
      .tier(Tier::advanced);
}

}  // namespace trainyard
