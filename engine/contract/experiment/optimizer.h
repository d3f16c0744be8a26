// The update rule.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class OptimizerKind { adamw };
template <> struct Names<OptimizerKind> {
  static constexpr std::pair<OptimizerKind, std::string_view> all[] = {{OptimizerKind::adamw, "adamw"}};
};

struct OptimizerSection {
  OptimizerKind kind = OptimizerKind::adamw;
  double learning_rate = 5.0e-5;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1.0e-8;
  double weight_decay = 0.0;
  double max_gradient_norm = 1.0;
};

inline void describe(Section<OptimizerSection>& section) {
  section.field("kind", &OptimizerSection::kind);
  section.field("learning_rate", &OptimizerSection::learning_rate);
  section.field("beta1", &OptimizerSection::beta1);
  section.field("beta2", &OptimizerSection::beta2);
  section.field("epsilon", &OptimizerSection::epsilon);
  section.field("weight_decay", &OptimizerSection::weight_decay);
  section.field("max_gradient_norm", &OptimizerSection::max_gradient_norm);
}

}  // namespace trainyard
