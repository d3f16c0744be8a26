// SPDX-License-Identifier: GPL-3.0-or-later
// How the learning rate changes over the run.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class ScheduleKind {
  linear,
  cosine,
  cosine_with_restarts,
  polynomial,
  constant,
  constant_with_warmup,
  inverse_sqrt,
  warmup_stable_decay,
  warmup_lr,
  warmup_decay_lr
};
template <>
struct Names<ScheduleKind> {
  static constexpr std::pair<ScheduleKind, std::string_view> all[] = {
      {ScheduleKind::linear, "linear"},
      {ScheduleKind::cosine, "cosine"},
      {ScheduleKind::cosine_with_restarts, "cosine_with_restarts"},
      {ScheduleKind::polynomial, "polynomial"},
      {ScheduleKind::constant, "constant"},
      {ScheduleKind::constant_with_warmup, "constant_with_warmup"},
      {ScheduleKind::inverse_sqrt, "inverse_sqrt"},
      {ScheduleKind::warmup_stable_decay, "warmup_stable_decay"},
      {ScheduleKind::warmup_lr, "warmup_lr"},
      {ScheduleKind::warmup_decay_lr, "warmup_decay_lr"}};
};

enum class WarmupType { log, linear };
template <>
struct Names<WarmupType> {
  static constexpr std::pair<WarmupType, std::string_view> all[] = {{WarmupType::log, "log"},
                                                                    {WarmupType::linear, "linear"}};
};

struct ScheduleSection {
  ScheduleKind kind = ScheduleKind::linear;
  std::int64_t warmup_steps = 0;
  std::optional<double> warmup_ratio;
  WarmupType warmup_type = WarmupType::log;
  double minimum_learning_rate = 0;
  std::optional<double> num_cycles;
  double power = 1;
  std::optional<std::int64_t> decay_steps;
  std::optional<std::int64_t> timescale;
};

void describe(Section<ScheduleSection>& section);

}  // namespace trainyard
