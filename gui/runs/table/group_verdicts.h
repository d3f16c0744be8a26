// SPDX-License-Identifier: GPL-3.0-or-later
// Which run of a group leads by a metric, as Compare judges it: read when it is first asked for,
// and again when it is asked for after one of the runs has changed.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <optional>

#include "gui/runs/records/comparison.h"

namespace trainyard {

class TableReader;

class GroupVerdicts : public QObject {
  Q_OBJECT
 public:
  explicit GroupVerdicts(TableReader* reader);

  // Not for so many runs that reading their curves would take long.
  static bool canJudge(qsizetype numRuns);
  // Nothing while it is not read, or if at most one of the runs has the metric. `group`: its key.
  std::optional<Leader> leader(const QString& group, const QStringList& runs,
                               const QString& metric);
  void noteChanged(const QStringList& runs);

 signals:
  void leaderRead();

 private:
  struct Verdict {
    QStringList runs;
    QString metric;
    std::optional<Leader> leader;
    bool isAsked = false, isStale = false;
  };
  TableReader* m_reader;
  QHash<QString, Verdict> m_verdicts;  // by the group
};

}  // namespace trainyard
