// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/notifications/loss_watch.h"

#include <cmath>

namespace trainyard {

void LossWatch::take(double value, double time) {
  if (!std::isfinite(value)) return;
  m_sum += value;
  m_time = time;
  if (++m_count < blockValues) return;
  const double mean = m_sum / blockValues;
  m_sum = m_count = 0;
  if (m_lowest && mean > *m_lowest - leastFall * std::abs(*m_lowest)) {
    ++m_blocksSince;
    return;
  }
  m_lowest = mean;
  m_lowestTime = time;
  m_blocksSince = 0;
  m_hasSaid = false;
}

bool LossWatch::standsStill() {
  const bool does =
      !m_hasSaid && m_blocksSince >= patientBlocks && m_time - m_lowestTime >= patientSeconds;
  m_hasSaid = m_hasSaid || does;
  return does;
}

}  // namespace trainyard
