// When and by what the model is judged on held-out data.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct EvaluationSection {
  std::optional<std::int64_t> every_steps = 500;
  std::string metric = "eval/loss";
  std::optional<std::int64_t> early_stopping_patience;
};

inline void describe(Section<EvaluationSection>& section) {
  section.field("every_steps", &EvaluationSection::every_steps)
      .label("Evaluate every")
      .help("Steps between evaluations on the held-out data. Null means never.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12)
      .when("workload=engine");
  section.field("metric", &EvaluationSection::metric)
      .label("Metric")
      .help("Value that decides which checkpoint is best and when to stop early.")
      .pattern(R"(eval/[A-Za-z0-9_.-]+)", "a name such as eval/loss")
      .when("workload=engine")
      .tier(Tier::advanced);
  section.field("early_stopping_patience", &EvaluationSection::early_stopping_patience)
      .label("Early stopping")
      .help("Evaluations without a better value after which training ends. Null means never.")
      .unit("evaluations")
      .minimum(1)
      .maximum(1e6)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
