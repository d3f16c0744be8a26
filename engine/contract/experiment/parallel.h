// How state and work are spread over ranks and memory.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class Recompute { none, full };
template <> struct Names<Recompute> {
  static constexpr std::pair<Recompute, std::string_view> all[] = {{Recompute::none, "none"}, {Recompute::full, "full"}};
};

struct ParallelSection {
  std::int64_t zero_stage = 0;
  bool offload_optimizer = false;
  bool offload_parameters = false;
  Recompute recompute = Recompute::none;
};

inline void describe(Section<ParallelSection>& section) {
  section.field("zero_stage", &ParallelSection::zero_stage);
  section.field("offload_optimizer", &ParallelSection::offload_optimizer);
  section.field("offload_parameters", &ParallelSection::offload_parameters);
  section.field("recompute", &ParallelSection::recompute);
}

}  // namespace trainyard
