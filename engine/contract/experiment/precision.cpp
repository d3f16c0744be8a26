// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/precision.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<PrecisionSection>& section) {
  section.field("kind", &PrecisionSection::kind)
      .label("Precision")
      .help(
          "Number format of the computation. bf16 and fp16 keep weights and optimizer state in "
          "fp32. pure_bf16 keeps nothing in fp32: it halves the memory, but small updates may be "
          "lost to rounding.");
  section.field("tf32", &PrecisionSection::tf32)
      .label("TF32")
      .help(
          "Lets the GPU round the factors of fp32 products to 10 bits, which is several times "
          "faster on Ampere and later. It has no effect on CPUs.")
      .when("workload=engine&precision.kind=fp32")
      .tier(Tier::advanced)
      .hugging_face({"tf32"});
  section.field("initial_scale_power", &PrecisionSection::initial_scale_power)
      .label("Initial loss scale")
      .help("The loss is multiplied by 2 to this power at the start.")
      .minimum(0)
      .maximum(32)
      .when("workload=engine&precision.kind=fp16")
      .tier(Tier::expert);
  section.field("loss_scale_window", &PrecisionSection::loss_scale_window)
      .label("Loss scale window")
      .help("Steps without an overflow after which the loss scale is doubled.")
      .unit("steps")
      .minimum(1)
      .maximum(1e9)
      .when("workload=engine&precision.kind=fp16")
      .tier(Tier::expert);
  section.field("hysteresis", &PrecisionSection::hysteresis)
      .label("Loss scale hysteresis")
      .help(
          "Number of overflows after which the loss scale is halved. Earlier ones only skip their "
          "step.")
      .unit("overflows")
      .minimum(1)
      .maximum(1000)
      .when("workload=engine&precision.kind=fp16")
      .tier(Tier::expert);
  section.field("min_loss_scale", &PrecisionSection::min_loss_scale)
      .label("Minimum loss scale")
      .help("An overflow at this loss scale ends the run.")
      .above(0)
      .maximum(4294967296.0)
      .when("workload=engine&precision.kind=fp16")
      .tier(Tier::expert);
  section.field("fused_kernels", &PrecisionSection::fused_kernels)
      .label("Fused kernels")
      .help(
          "Lets a GPU compute losses, norms with dropout, rotary embeddings, activations and "
          "updates with the engine's own kernels, one each, where they are installed. Off, torch's "
          "operators do it, which round in other places. It has no effect on CPUs.")
      .tier(Tier::expert);
}

}  // namespace trainyard
