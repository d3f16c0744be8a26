// SPDX-License-Identifier: GPL-3.0-or-later
// The number format of computations.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class PrecisionKind { fp32, bf16, fp16, pure_bf16 };
template <>
struct Names<PrecisionKind> {
  static constexpr std::pair<PrecisionKind, std::string_view> all[] = {
      {PrecisionKind::fp32, "fp32"},
      {PrecisionKind::bf16, "bf16"},
      {PrecisionKind::fp16, "fp16"},
      {PrecisionKind::pure_bf16, "pure_bf16"}};
};

inline bool is_bf16(PrecisionKind kind) {
  return kind == PrecisionKind::bf16 || kind == PrecisionKind::pure_bf16;
}

struct PrecisionSection {
  PrecisionKind kind = PrecisionKind::fp32;
  bool tf32 = false;
  std::int64_t initial_scale_power = 16;
  std::int64_t loss_scale_window = 2000;
  std::int64_t hysteresis = 1;
  double min_loss_scale = 1;
  bool fused_kernels = true;
};

void describe(Section<PrecisionSection>& section);

}  // namespace trainyard
