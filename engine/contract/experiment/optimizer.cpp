// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/optimizer.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

namespace {

// The condition for a field that only some rules use.
std::string when(bool OptimizerTraits::* uses_it) {
  std::string names;
  for (const OptimizerTraits& traits : kOptimizerTraits)
    if (traits.*uses_it) names.append(names.empty() ? "" : "|").append(name_of(traits.kind));
  return "workload=engine&optimizer.kind=" + names;
}

}  // namespace

void describe(Section<OptimizerSection>& section) {
  section.field("kind", &OptimizerSection::kind)
      .label("Optimizer")
      .help(
          "Update rule. adamw is Adam with decoupled weight decay, adamw_8bit the same with a "
          "quarter of its state, lion has one state and wants a learning rate 3 to 10 times "
          "smaller, "
          "and adafactor keeps almost no state.")
      .tier(Tier::advanced);
  section.field("learning_rate", &OptimizerSection::learning_rate)
      .label("Learning rate")
      .help("Peak learning rate, reached at the end of the warm-up.")
      .above(0)
      .maximum(100)
      .hugging_face({"learning_rate", "lr"});
  section.field("beta1", &OptimizerSection::beta1)
      .label("Beta 1")
      .help(
          "Decay rate of the running mean of the gradients; of lion, how much of its momentum an "
          "update has.")
      .minimum(0)
      .below(1)
      .when(when(&OptimizerTraits::has_moments))
      .tier(Tier::expert)
      .hugging_face({"adam_beta1"});
  section.field("beta2", &OptimizerSection::beta2)
      .label("Beta 2")
      .help(
          "Decay rate of the running mean of the squared gradients; of lion, that of its momentum.")
      .minimum(0)
      .below(1)
      .when(when(&OptimizerTraits::has_moments))
      .tier(Tier::expert)
      .hugging_face({"adam_beta2"});
  section.field("epsilon", &OptimizerSection::epsilon)
      .label("Epsilon")
      .help("Small constant added to the denominator for numerical stability.")
      .above(0)
      .maximum(1)
      .when(when(&OptimizerTraits::has_epsilon))
      .tier(Tier::expert)
      .hugging_face({"adam_epsilon"});
  section.field("momentum", &OptimizerSection::momentum)
      .label("Momentum")
      .help("Fraction of the previous update that is kept.")
      .minimum(0)
      .below(1)
      .when(when(&OptimizerTraits::has_momentum))
      .tier(Tier::advanced);
  section.field("weight_decay", &OptimizerSection::weight_decay)
      .label("Weight decay")
      .help("Decay of the weights towards zero. Biases and normalization weights are excluded.")
      .minimum(0)
      .maximum(10)
      .tier(Tier::advanced)
      .hugging_face({"weight_decay"});
  section.field("max_gradient_norm", &OptimizerSection::max_gradient_norm)
      .label("Gradient clipping")
      .help("Gradients with a larger norm are scaled down to this norm. 0 turns clipping off.")
      .minimum(0)
      .maximum(1e9)
      .tier(Tier::advanced)
      .hugging_face({"max_grad_norm"});
}

}  // namespace trainyard
