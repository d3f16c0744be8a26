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
  section.field("every_steps", &EvaluationSection::every_steps);
  section.field("metric", &EvaluationSection::metric);
  section.field("early_stopping_patience", &EvaluationSection::early_stopping_patience);
}

}  // namespace trainyard
