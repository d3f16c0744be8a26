// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/place_history.h"

namespace trainyard {

void PlaceHistory::visit(const QString& address) {
  if (address.isEmpty() || address == current()) return;
  m_addresses.resize(m_at + 1);
  m_addresses << address;
  if (m_addresses.size() > limit) m_addresses.removeFirst();
  m_at = m_addresses.size() - 1;
  emit changed();
}

QString PlaceHistory::back() { return canGoBack() ? moveTo(m_at - 1) : QString(); }

QString PlaceHistory::forward() { return canGoForward() ? moveTo(m_at + 1) : QString(); }

QString PlaceHistory::moveTo(qsizetype index) {
  m_at = index;
  emit changed();
  return current();
}

}  // namespace trainyard
