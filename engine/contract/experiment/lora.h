// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters (Hu et al., 2021), with the names of the peft library.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct LoraSection {
  std::optional<std::int64_t> rank;
  double alpha = 16;
  double dropout = 0;
  bool use_rslora = false;
  TextList target_modules;
  std::optional<std::string> pretrained;
};

inline void describe(Section<LoraSection>& section) {
  section.field("rank", &LoraSection::rank)
      .label("Rank")
      .help(
          "Trains low-rank matrices of this rank beside the chosen weights, which stay as they "
          "are. "
          "Checkpoints then hold the adapter alone, in the format of peft. Null trains all "
          "weights.")
      .minimum(1)
      .maximum(65536)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("alpha", &LoraSection::alpha)
      .label("Alpha")
      .help("What the adapter adds is multiplied by alpha divided by the rank.")
      .above(0)
      .maximum(1e6)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("dropout", &LoraSection::dropout)
      .label("Dropout")
      .help("Probability that a number is zeroed on its way into the adapter.")
      .minimum(0)
      .below(1)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("use_rslora", &LoraSection::use_rslora)
      .label("Rank-stabilised")
      .help("Divides alpha by the square root of the rank instead of the rank.")
      .when("workload=engine")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("target_modules", &LoraSection::target_modules)
      .label("Chosen modules")
      .help(
          "Names of the modules that get an adapter, such as q_proj; all-linear takes every one "
          "but "
          "the head. None takes what peft takes for the architecture.")
      .pattern(R"([A-Za-z0-9_.\-]{1,128})", "a module's name of letters, digits and _ . -")
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("pretrained", &LoraSection::pretrained)
      .label("Adapter to start from")
      .help(
          "Folder of peft whose adapter is trained further; its rank, alpha and modules must be "
          "these. Null starts from one that changes nothing yet.")
      .path()
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
