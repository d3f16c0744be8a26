// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the store on a separate thread, so that the window never waits for a disk. Answers arrive
// as signals in the caller's thread, in the order of the requests.
#pragma once

#include <QHash>
#include <QObject>
#include <QThread>
#include <memory>

#include "remote/store/run_store.h"

namespace trainyard {

// Everything about a run that its page shows. `metrics` has the points after those that were
// requested before.
struct RunDetail {
  struct Metric {
    QString name;
    QList<MetricPoint> points;
  };
  RunRecord record;
  QList<AttemptRecord> attempts;
  QList<Metric> metrics;
  QList<MessageRecord> messages;
  QList<CheckpointRecord> checkpoints;
  QList<SystemRecord> systems;
  bool complete = true;  // false: only new points
};

class StoreReader : public QObject {
  Q_OBJECT
 public:
  explicit StoreReader(const QString& storePath = RunStore::defaultPath(),
                       QObject* parent = nullptr);
  ~StoreReader() override;

  void requestRuns();
  void requestRuns(const QStringList& runs);
  // `whole`: from the start, as needed when a page opens; otherwise only what is new since the last
  // time.
  enum class Extent { whole, news };
  void requestDetail(const QString& run, Extent extent);
  // Only the record, the attempts and the new points of the run whose detail was requested last.
  void requestCurves(const QString& run);

 signals:
  void runsRead(const QList<trainyard::RunRecord>& runs);
  // The requested ones that exist, and the UUIDs of those that are gone.
  void someRead(const QList<trainyard::RunRecord>& runs, const QStringList& gone);
  void detailRead(const trainyard::RunDetail& detail);
  void curvesRead(const trainyard::RunDetail& detail);
  void failed(const QString& sentence);

 private:
  class Worker;
  QThread m_thread;
  Worker* m_worker;
};

}  // namespace trainyard
