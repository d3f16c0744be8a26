// SPDX-License-Identifier: GPL-3.0-or-later
// What the settings of a learning-rate schedule come to, in words. Pure.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <optional>

#include "engine/contract/experiment/schedule.h"

namespace trainyard {

class ScheduleMeaning {
  Q_DECLARE_TR_FUNCTIONS(ScheduleMeaning)
 public:
  // `steps` of the whole training, if they are known.
  ScheduleMeaning(const ScheduleSection& schedule, std::optional<std::int64_t> steps);

  // Each is empty if there is nothing to say.
  QString kind() const;
  QString warmupRatio() const;
  QString warmupSteps() const;

 private:
  QString decay() const;
  QString lowest() const;

  const ScheduleSection& m_schedule;
  std::optional<std::int64_t> m_steps;
};

}  // namespace trainyard
