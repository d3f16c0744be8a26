// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of all runs in the store, by UUID, for every page that shows runs.
#pragma once

#include <QHash>
#include <QObject>

#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"

namespace trainyard {

class RunRecords : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  // Replaces all of them.
  void setRuns(const QList<RunRecord>& runs);
  // Updates single runs, and adds those that are new.
  void update(const QList<RunRecord>& runs);
  void remove(const QStringList& runs);
  // The progress of a transfer that a run is waiting for; kept while it is being prepared.
  void showTransfer(const ProgressReport& report);

  // Nothing if there is no such run.
  const RunRecord* find(const QString& run) const;
  // The newest pinned run that is not this one; null if there is none.
  const RunRecord* pinned(const QString& except) const;
  const ProgressReport* transferOf(const QString& run) const;
  // All that are not tasks of an array, newest first.
  QList<RunRecord> all() const;
  int count() const { return static_cast<int>(m_runs.size()); }

 signals:
  // Runs that changed; `isNew`: some of them appeared or are gone.
  void changed(const QStringList& runs, bool isNew);

 private:
  QHash<QString, RunRecord> m_runs;
  QHash<QString, ProgressReport> m_transfers;
};

}  // namespace trainyard
