// The number format of the arithmetic.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class PrecisionKind { fp32, bf16, fp16 };
template <>
struct Names<PrecisionKind> {
  static constexpr std::pair<PrecisionKind, std::string_view> all[] = {
      {PrecisionKind::fp32, "fp32"}, {PrecisionKind::bf16, "bf16"}, {PrecisionKind::fp16, "fp16"}};
};

struct PrecisionSection {
  PrecisionKind kind = PrecisionKind::fp32;
};

inline void describe(Section<PrecisionSection>& section) {
  section.field("kind", &PrecisionSection::kind)
      .label("Precision")
      .help(
          "Number format of the arithmetic. bf16 and fp16 keep the weights and the optimizer in "
          "fp32.")
      .when("workload=engine")
      .affects(Affects::numerics);
}

}  // namespace trainyard
