// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include <QSet>
#include <QString>

namespace trainyard {

// In the set during its lifetime.
class Busy {
 public:
  Busy(QSet<QString>& set, QString run) : m_set(set), m_run(std::move(run)) { m_set.insert(m_run); }
  ~Busy() { m_set.remove(m_run); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  QSet<QString>& m_set;
  QString m_run;
};

}  // namespace trainyard
