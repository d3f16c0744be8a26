// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the store on a separate thread, and curves on another, so that the window never waits for a
// disk. Answers arrive as signals in the caller's thread, in the order of the requests.
#pragma once

#include <QObject>
#include <QThread>
#include <map>
#include <memory>

#include "gui/charts/curve_source.h"
#include "remote/store/right_sizing.h"
#include "remote/store/run_store.h"

namespace trainyard {

// A metric by which checkpoints are judged, with its value at each evaluation.
struct EvaluatedMetric {
  QString name;
  bool isHigherBetter = false;
  QMap<qint64, double> values;  // by step; finite

  // The step with the best value; nothing if there is none.
  std::optional<qint64> best() const;
};

// What the page of a run shows besides its curves.
struct RunDetail {
  RunRecord record;
  QList<AttemptRecord> attempts;
  QList<MetricPoint> latest;  // of the metric with the highest step, for the pace of the run
  QList<MessageRecord> messages;
  QList<CheckpointRecord> checkpoints;  // without those that are known to be gone
  QList<CheckpointRecord> written;      // all that were reported
  QList<SystemRecord> systems;
  QList<JobRecord> jobs;
  std::map<int, qint64> highestSteps;  // of each attempt
  QMap<QString, QVariant> settings;    // of its experiment by path; empty: not known
  QMap<qint64, double> evaluations;    // eval/loss by step
  RightSizing sizing;                  // what it used of what it requested
  QList<EvaluatedMetric> evaluated;    // the one that decides which checkpoint is best first
  QString search;  // UUID of the study whose trials it trains or is one of; empty: none
};

class CurveThread;

class StoreReader : public CurveSource {
  Q_OBJECT
 public:
  explicit StoreReader(const QString& storePath = RunStore::defaultPath());
  ~StoreReader() override;

  const QString& path() const { return m_path; }
  void requestRuns();
  void requestRuns(const QStringList& runs);
  void requestDetail(const QString& run);
  // The settings of a run that another is compared with.
  void requestSettings(const QString& run);

  void readRun(quint64 asker, const QString& run, bool withSteps) override;
  void readCurves(quint64 asker, const QList<CurveRequest>& requests) override;
  EveryPoint everyPoint() const override;

 signals:
  void runsRead(const QList<trainyard::RunRecord>& runs);
  // The requested ones that exist, and the UUIDs of those that are gone.
  void someRead(const QList<trainyard::RunRecord>& runs, const QStringList& gone);
  void detailRead(const trainyard::RunDetail& detail);
  void settingsRead(const QString& run, const QMap<QString, QVariant>& settings);
  void failed(const QString& sentence);

 private:
  class Worker;
  QString m_path;
  QThread m_thread;
  Worker* m_worker;
  std::unique_ptr<CurveThread> m_curves;
};

}  // namespace trainyard
