// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trainyard {

namespace {

using Shape = Schedule::Shape;

double ratio(double a, double b) { return a / std::max(1.0, b); }

// 0 at the end of the warm-up, 1 at the last step.
double progress(const Shape& s, double step) { return ratio(step - s.warmup, s.total - s.warmup); }

double above_floor(const Shape& s, double factor) { return factor * (1 - s.floor) + s.floor; }

double cosine_wave(double waves) { return 0.5 * (1 + std::cos(2 * std::numbers::pi * waves)); }

// Linear from 0; then the given function.
template <double (*After)(const Shape&, double)>
double warmed(const Shape& s, double step) {
  return step < s.warmup ? ratio(step, s.warmup) : After(s, step);
}

double constant(const Shape&, double) { return 1; }

double linear(const Shape& s, double step) {
  return std::max(0.0, ratio(s.total - step, s.total - s.warmup));
}

double cosine(const Shape& s, double step) {
  return above_floor(s, cosine_wave(s.cycles * progress(s, step)));
}

double cosine_with_restarts(const Shape& s, double step) {
  const double done = progress(s, step);
  return done >= 1 ? 0 : cosine_wave(0.5 * std::fmod(s.cycles * done, 1.0));
}

double polynomial(const Shape& s, double step) {
  return above_floor(s, std::pow(std::max(0.0, 1 - progress(s, step)), s.power));
}

double inverse_sqrt(const Shape& s, double step) {
  return 1 / std::sqrt((step + s.timescale - s.warmup) / s.timescale);
}

double warmup_stable_decay(const Shape& s, double step) {
  if (step < s.warmup) return above_floor(s, ratio(step, s.warmup));
  const double falling = step - (s.total - s.decay);
  if (falling < 0) return 1;
  return falling < s.decay ? above_floor(s, cosine_wave(0.5 * ratio(falling, s.decay))) : s.floor;
}

// DeepSpeed counts completed steps: the first two both have count 0.
double warmup_lr(const Shape& s, double step) {
  const double done = std::max(0.0, step - 1), warmup = std::max(2.0, s.warmup);
  if (done >= warmup) return 1;
  return above_floor(s, s.log_warmup ? std::log(done + 1) / std::log(warmup) : done / warmup);
}

double warmup_decay_lr(const Shape& s, double step) {
  const double done = std::max(0.0, step - 1), warmup = std::max(2.0, s.warmup);
  if (done < warmup) return warmup_lr(s, step);
  return above_floor(s, std::max(0.0, ratio(s.total - done, s.total - warmup)));
}

constexpr std::pair<ScheduleKind, double (*)(const Shape&, double)> kFunctions[] = {
    {ScheduleKind::linear, warmed<linear>},
    {ScheduleKind::cosine, warmed<cosine>},
    {ScheduleKind::cosine_with_restarts, warmed<cosine_with_restarts>},
    {ScheduleKind::polynomial, warmed<polynomial>},
    {ScheduleKind::constant, constant},
    {ScheduleKind::constant_with_warmup, warmed<constant>},
    {ScheduleKind::inverse_sqrt, warmed<inverse_sqrt>},
    {ScheduleKind::warmup_stable_decay, warmup_stable_decay},
    {ScheduleKind::warmup_lr, warmup_lr},
    {ScheduleKind::warmup_decay_lr, warmup_decay_lr}};
static_assert(std::size(kFunctions) == std::size(Names<ScheduleKind>::all));

}  // namespace

std::int64_t warmup_steps(const ScheduleSection& schedule, std::int64_t total_steps) {
  if (!schedule.warmup_ratio) return schedule.warmup_steps;
  return static_cast<std::int64_t>(
      std::ceil(static_cast<double>(total_steps) * *schedule.warmup_ratio));
}

Schedule::Schedule(const ScheduleSection& schedule, double peak, std::int64_t total_steps)
    : peak_(peak) {
  const auto warmup = static_cast<double>(warmup_steps(schedule, total_steps)),
             total = static_cast<double>(total_steps);
  const bool restarts = schedule.kind == ScheduleKind::cosine_with_restarts;
  shape_ = {
      warmup,
      total,
      std::min(1.0, schedule.minimum_learning_rate / peak),
      schedule.num_cycles.value_or(restarts ? 1 : 0.5),
      schedule.power,
      schedule.decay_steps ? static_cast<double>(*schedule.decay_steps) : std::ceil(total / 10),
      schedule.timescale ? static_cast<double>(*schedule.timescale)
      : warmup > 0       ? warmup
                         : 10'000,
      schedule.warmup_type == WarmupType::log};
  function_ = std::ranges::find(kFunctions, schedule.kind, [](const auto& entry) {
                return entry.first;
              })->second;
}

double Schedule::factor(std::int64_t step) const {
  return function_(shape_, static_cast<double>(step));
}

}  // namespace trainyard
