// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/schedule_curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trainyard {
namespace {

constexpr double usualTimescale = 10'000, fewestWarmupSteps = 2;

double quotient(double a, double b) { return a / std::max(1.0, b); }

double cosineWave(double waves) { return 0.5 * (1 + std::cos(2 * std::numbers::pi * waves)); }

}  // namespace

std::int64_t warmupSteps(const ScheduleSection& schedule, std::int64_t totalSteps) {
  if (!schedule.warmup_ratio) return schedule.warmup_steps;
  return static_cast<std::int64_t>(
      std::ceil(static_cast<double>(totalSteps) * *schedule.warmup_ratio));
}

ScheduleCurve::ScheduleCurve(const ScheduleSection& schedule, double peak, std::int64_t totalSteps)
    : m_kind(schedule.kind),
      m_warmup(static_cast<double>(warmupSteps(schedule, totalSteps))),
      m_total(static_cast<double>(totalSteps)),
      m_floor(std::min(1.0, schedule.minimum_learning_rate / peak)),
      m_cycles(
          schedule.num_cycles.value_or(m_kind == ScheduleKind::cosine_with_restarts ? 1 : 0.5)),
      m_power(schedule.power),
      m_decay(schedule.decay_steps ? static_cast<double>(*schedule.decay_steps)
                                   : std::ceil(m_total / 10)),
      m_timescale(schedule.timescale ? static_cast<double>(*schedule.timescale)
                  : m_warmup > 0     ? m_warmup
                                     : usualTimescale),
      m_isLogarithmic(schedule.warmup_type == WarmupType::log) {}

double ScheduleCurve::done(double step) const {
  return quotient(step - m_warmup, m_total - m_warmup);
}

double ScheduleCurve::aboveFloor(double share) const { return share * (1 - m_floor) + m_floor; }

double ScheduleCurve::stableThenDecay(double step) const {
  if (step < m_warmup) return aboveFloor(quotient(step, m_warmup));
  const double falling = step - (m_total - m_decay);
  if (falling < 0) return 1;
  return falling < m_decay ? aboveFloor(cosineWave(0.5 * quotient(falling, m_decay))) : m_floor;
}

// DeepSpeed counts completed steps: the first two both have count 0.
double ScheduleCurve::deepSpeedWarmup(double step) const {
  const double completed = std::max(0.0, step - 1), warmup = std::max(fewestWarmupSteps, m_warmup);
  if (completed >= warmup) return 1;
  return aboveFloor(m_isLogarithmic ? std::log(completed + 1) / std::log(warmup)
                                    : completed / warmup);
}

double ScheduleCurve::deepSpeedDecay(double step) const {
  const double completed = std::max(0.0, step - 1), warmup = std::max(fewestWarmupSteps, m_warmup);
  if (completed < warmup) return deepSpeedWarmup(step);
  return aboveFloor(std::max(0.0, quotient(m_total - completed, m_total - warmup)));
}

double ScheduleCurve::at(double step) const {
  switch (m_kind) {
    case ScheduleKind::constant:
      return 1;
    case ScheduleKind::warmup_stable_decay:
      return stableThenDecay(step);
    case ScheduleKind::warmup_lr:
      return deepSpeedWarmup(step);
    case ScheduleKind::warmup_decay_lr:
      return deepSpeedDecay(step);
    default:
      break;
  }
  if (step < m_warmup) return quotient(step, m_warmup);
  switch (m_kind) {
    case ScheduleKind::linear:
      return std::max(0.0, quotient(m_total - step, m_total - m_warmup));
    case ScheduleKind::cosine:
      return aboveFloor(cosineWave(m_cycles * done(step)));
    case ScheduleKind::cosine_with_restarts:
      return done(step) >= 1 ? 0 : cosineWave(0.5 * std::fmod(m_cycles * done(step), 1.0));
    case ScheduleKind::polynomial:
      return aboveFloor(std::pow(std::max(0.0, 1 - done(step)), m_power));
    case ScheduleKind::inverse_sqrt:
      return 1 / std::sqrt((step + m_timescale - m_warmup) / m_timescale);
    default:
      return 1;
  }
}

}  // namespace trainyard
