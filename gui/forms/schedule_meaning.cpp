// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/schedule_meaning.h"

#include <QLocale>

#include "gui/forms/schedule_curve.h"
#include "gui/forms/value_parts.h"

namespace trainyard {
namespace {

constexpr double halfAWave = 0.5;

QString numberText(std::int64_t number) {
  return QLocale().toString(static_cast<qlonglong>(number));
}

QString shareText(double share) { return QLocale().toString(100 * share, 'g', 3); }

bool warmsUp(const ScheduleSection& schedule) {
  return schedule.kind != ScheduleKind::constant &&
         (schedule.warmup_steps > 0 || schedule.warmup_ratio.value_or(0) > 0);
}

}  // namespace

ScheduleMeaning::ScheduleMeaning(const ScheduleSection& schedule, std::optional<std::int64_t> steps)
    : m_schedule(schedule), m_steps(steps) {}

QString ScheduleMeaning::lowest() const { return compactNumber(m_schedule.minimum_learning_rate); }

QString ScheduleMeaning::decay() const {
  if (m_schedule.decay_steps)
    return tr("Falls to %1 in the last %2 steps")
        .arg(lowest(), numberText(*m_schedule.decay_steps));
  return tr("Falls to %1 in the last tenth of the steps").arg(lowest());
}

QString ScheduleMeaning::kind() const {
  switch (m_schedule.kind) {
    case ScheduleKind::linear:
      return tr("Falls to 0 at the last step");
    case ScheduleKind::cosine: {
      const double cycles = m_schedule.num_cycles.value_or(halfAWave);
      return cycles == halfAWave ? tr("Falls to %1 at the last step").arg(lowest())
                                 : tr("Falls and rises in %1 waves, not below %2")
                                       .arg(QLocale().toString(cycles, 'g', 3), lowest());
    }
    case ScheduleKind::cosine_with_restarts: {
      const double cycles = m_schedule.num_cycles.value_or(1);
      return cycles == 1 ? tr("Falls to 0 at the last step")
                         : tr("Falls to 0 and starts again, %1 times in all")
                               .arg(QLocale().toString(cycles, 'g', 3));
    }
    case ScheduleKind::polynomial:
    case ScheduleKind::warmup_decay_lr:
      return tr("Falls to %1 at the last step").arg(lowest());
    case ScheduleKind::constant:
      return tr("Stays the same from the first step on");
    case ScheduleKind::constant_with_warmup:
    case ScheduleKind::warmup_lr:
      return tr("Stays the same after the warm-up");
    case ScheduleKind::inverse_sqrt:
      return tr("Falls with the square root of the steps");
    case ScheduleKind::warmup_stable_decay:
      return decay();
  }
  return {};
}

QString ScheduleMeaning::warmupRatio() const {
  if (!m_schedule.warmup_ratio || !warmsUp(m_schedule)) return {};
  if (!m_steps) return tr("%1 % of the steps").arg(shareText(*m_schedule.warmup_ratio));
  return tr("%1 of %2 steps")
      .arg(numberText(trainyard::warmupSteps(m_schedule, *m_steps)), numberText(*m_steps));
}

QString ScheduleMeaning::warmupSteps() const {
  if (m_schedule.warmup_ratio || !warmsUp(m_schedule) || !m_steps || *m_steps <= 0) return {};
  const double share = static_cast<double>(m_schedule.warmup_steps) / static_cast<double>(*m_steps);
  return tr("%1 % of %2 steps").arg(shareText(share), numberText(*m_steps));
}

}  // namespace trainyard
