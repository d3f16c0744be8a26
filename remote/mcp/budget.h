// SPDX-License-Identifier: GPL-3.0-or-later
// What a session may spend without asking again. It is taken before anything is submitted and given
// back only when nothing was started for certain, so no fault makes it spend more. One thread.
#pragma once

#include <optional>

#include <QStringList>

#include "remote/service/protocol/consent_values.h"

namespace trainyard {

struct BudgetLimits {
  double gpuHours = 0;
  std::optional<qint64> jobs;  // nothing: those with GPUs are not counted, others always ask
  QStringList targets;         // where it holds
};

// GPU-hours are GPUs times the time limit of each job.
struct Cost {
  QString target;
  qint64 jobs = 0;
  std::optional<double> gpuHours;  // nothing: without a bound
  bool hasGpus = false;
};
Cost costOf(const Spending& spending);

class Budget {
 public:
  explicit Budget(BudgetLimits limits) : m_limits(std::move(limits)) {}

  const BudgetLimits& limits() const { return m_limits; }
  double spentHours() const { return m_hours; }
  qint64 spentJobs() const { return m_jobs; }
  // Whether as much is left.
  bool fits(const Cost& cost) const;
  // Also what a person has allowed beyond the limits.
  void take(const Cost& cost);
  void giveBack(const Cost& cost);

 private:
  BudgetLimits m_limits;
  double m_hours = 0;
  qint64 m_jobs = 0;
};

}  // namespace trainyard
