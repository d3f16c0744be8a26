// SPDX-License-Identifier: GPL-3.0-or-later
// Where the user has been in the window: addresses such as "runs/7c41e09b", for back and forward.
#pragma once

#include <QObject>
#include <QStringList>

namespace trainyard {

class PlaceHistory : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  // Of no place: empty.
  QString current() const { return m_addresses.value(m_at); }
  bool canGoBack() const { return m_at > 0; }
  bool canGoForward() const { return m_at + 1 < m_addresses.size(); }

  // The user has gone to an address: what was ahead is forgotten. The same address again counts
  // once.
  void visit(const QString& address);
  // The address to show now; empty if there is none.
  QString back();
  QString forward();

 signals:
  void changed();

 private:
  static constexpr qsizetype limit = 100;

  QString moveTo(qsizetype index);

  QStringList m_addresses;
  qsizetype m_at = -1;
};

}  // namespace trainyard
