// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/budget.h"

#include <algorithm>

namespace trainyard {
namespace {

// Sums of hours in binary: five times 0.2 are within a budget of 1.
constexpr double tolerance = 1e-9;

}  // namespace

Cost costOf(const Spending& spending) {
  return {spending.target, spending.jobs(), spending.gpuHours(), spending.hasGpus()};
}

bool Budget::fits(const Cost& cost) const {
  if (!cost.gpuHours || !m_limits.targets.contains(cost.target)) return false;
  if (m_hours + *cost.gpuHours > m_limits.gpuHours + tolerance) return false;
  if (!m_limits.jobs) return cost.hasGpus;
  return m_jobs + cost.jobs <= *m_limits.jobs;
}

void Budget::take(const Cost& cost) {
  m_hours += cost.gpuHours.value_or(0);
  m_jobs += cost.jobs;
}

void Budget::giveBack(const Cost& cost) {
  m_hours = std::max(0.0, m_hours - cost.gpuHours.value_or(0));
  m_jobs = std::max<qint64>(0, m_jobs - cost.jobs);
}

}  // namespace trainyard
