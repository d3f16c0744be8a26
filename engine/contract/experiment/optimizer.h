// SPDX-License-Identifier: GPL-3.0-or-later
// The update rule.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class OptimizerKind { adamw, adamw_8bit, sgd, adafactor, lion };
template <>
struct Names<OptimizerKind> {
  static constexpr std::pair<OptimizerKind, std::string_view> all[] = {
      {OptimizerKind::adamw, "adamw"},
      {OptimizerKind::adamw_8bit, "adamw_8bit"},
      {OptimizerKind::sgd, "sgd"},
      {OptimizerKind::adafactor, "adafactor"},
      {OptimizerKind::lion, "lion"}};
};

// What the rest of the program needs to know about an update rule, which is a file in engine/optim.
struct OptimizerTraits {
  OptimizerKind kind;
  std::string_view hugging_face;  // what TrainingArguments calls it in `optim`: "one|another"
  bool has_moments = false;       // beta1 and beta2 are used
  bool has_epsilon = false;
  bool has_momentum = false;
  bool can_be_sharded = true;     // its state of an element depends on no other element
  bool trains_pure_bf16 = false;  // also without weights in fp32
  int state_copies = 0;           // of the weights in their own type, and
  int state_bytes = 0;            // bytes beside them, for each parameter
};

inline constexpr OptimizerTraits kOptimizerTraits[] = {
    {.kind = OptimizerKind::adamw,
     .hugging_face = "adamw_torch|adamw_torch_fused|adamw_torch_npu_fused|adamw_torch_xla|adamw_hf|"
                     "adamw_apex_fused|paged_adamw|paged_adamw_32bit",
     .has_moments = true,
     .has_epsilon = true,
     .trains_pure_bf16 = true,
     .state_copies = 2},
    {.kind = OptimizerKind::adamw_8bit,
     .hugging_face = "adamw_8bit|adamw_bnb_8bit|adamw_torch_8bit|paged_adamw_8bit",
     .has_moments = true,
     .has_epsilon = true,
     .state_bytes = 2},
    {.kind = OptimizerKind::sgd,
     .hugging_face = "sgd",
     .has_momentum = true,
     .trains_pure_bf16 = true},
    // Its means are those of whole rows and columns.
    {.kind = OptimizerKind::adafactor, .hugging_face = "adafactor", .can_be_sharded = false},
    {.kind = OptimizerKind::lion,
     .hugging_face = "lion|lion_32bit|paged_lion|paged_lion_32bit",
     .has_moments = true,
     .state_copies = 1}};
static_assert(std::size(kOptimizerTraits) == std::size(Names<OptimizerKind>::all));

constexpr const OptimizerTraits& traits_of(OptimizerKind kind) {
  for (const OptimizerTraits& traits : kOptimizerTraits)
    if (traits.kind == kind) return traits;
  return kOptimizerTraits[0];
}

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

void describe(Section<OptimizerSection>& section);

}  // namespace trainyard
