// SPDX-License-Identifier: GPL-3.0-or-later
// The update rule.
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

enum class OptimizerKind { adamw, adamw_8bit, sgd, adafactor };
template <>
struct Names<OptimizerKind> {
  static constexpr std::pair<OptimizerKind, std::string_view> all[] = {
      {OptimizerKind::adamw, "adamw"},
      {OptimizerKind::adamw_8bit, "adamw_8bit"},
      {OptimizerKind::sgd, "sgd"},
      {OptimizerKind::adafactor, "adafactor"}};
};

struct OptimizerSection {
  OptimizerKind kind = OptimizerKind::adamw;
  double learning_rate = 5.0e-5;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1.0e-8;
  double momentum = 0.0;
  double weight_decay = 0.0;
  double max_gradient_norm = 1.0;
};

inline void describe(Section<OptimizerSection>& section) {
  section.field("kind", &OptimizerSection::kind)
      .label("Optimizer")
      .help(
          "Update rule. adamw is Adam with decoupled weight decay, adamw_8bit the same with a "
          "quarter of its state, and adafactor keeps almost no state.")
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("learning_rate", &OptimizerSection::learning_rate)
      .label("Learning rate")
      .help("Peak learning rate, reached at the end of the warm-up.")
      .above(0)
      .maximum(100)
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("beta1", &OptimizerSection::beta1)
      .label("Beta 1")
      .help("Decay rate of the running mean of the gradients.")
      .minimum(0)
      .below(1)
      .when("workload=engine&optimizer.kind=adamw|adamw_8bit")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("beta2", &OptimizerSection::beta2)
      .label("Beta 2")
      .help("Decay rate of the running mean of the squared gradients.")
      .minimum(0)
      .below(1)
      .when("workload=engine&optimizer.kind=adamw|adamw_8bit")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("epsilon", &OptimizerSection::epsilon)
      .label("Epsilon")
      .help("Small constant added to the denominator for numerical stability.")
      .above(0)
      .maximum(1)
      .when("workload=engine&optimizer.kind=adamw|adamw_8bit")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("momentum", &OptimizerSection::momentum)
      .label("Momentum")
      .help("Fraction of the previous update that is kept.")
      .minimum(0)
      .below(1)
      .when("workload=engine&optimizer.kind=sgd")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("weight_decay", &OptimizerSection::weight_decay)
      .label("Weight decay")
      .help("Decay of the weights towards zero. Biases and normalization weights are excluded.")
      .minimum(0)
      .maximum(10)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("max_gradient_norm", &OptimizerSection::max_gradient_norm)
      .label("Gradient clipping")
      .help("Gradients with a larger norm are scaled down to this norm. 0 turns clipping off.")
      .minimum(0)
      .maximum(1e9)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
