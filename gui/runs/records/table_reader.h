// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what the table of runs and comparisons show, on a thread of its own: a long detail of one
// run does not hold up the order of all. Answers are signals in the caller's thread.
#pragma once

#include <QObject>
#include <QPointF>
#include <QThread>

#include "gui/runs/records/comparison.h"
#include "gui/runs/records/run_report.h"
#include "remote/store/run_store.h"
#include "remote/store/run_table.h"

namespace trainyard {

class TableReader : public QObject {
  Q_OBJECT
 public:
  explicit TableReader(const QString& storePath = RunStore::defaultPath());
  ~TableReader() override;

  void requestTable(const RunTableQuery& query);
  // A small curve: about `points` of its extrema.
  void requestSpark(const QString& run, const QString& metric, int points);
  // In the order of `runs`; those that do not exist are left out.
  void requestComparison(const QStringList& runs);
  // The same with the curves of a report.
  void requestReport(const QStringList& runs);
  // Which of the runs leads by this metric. `group` comes back with the answer.
  void requestLeader(const QString& group, const QStringList& runs, const QString& metric);

 signals:
  void tableRead(const trainyard::RunTable& table);
  // The filter cannot be read; `sentence` says why.
  // `isOfFilter`: what is searched for cannot be understood; else the store cannot be read.
  void tableRefused(const QString& sentence, bool isOfFilter);
  void sparkRead(const QString& run, const QString& metric, const QList<QPointF>& points);
  void comparisonRead(const QList<trainyard::ComparedRun>& runs);
  void reportRead(const QList<trainyard::ComparedRun>& runs, const trainyard::ReportCurves& curves);
  // Nothing: at most one of them has the metric.
  void leaderRead(const QString& group, const std::optional<trainyard::Leader>& leader);
  void failed(const QString& sentence);

 private:
  class Worker;
  QThread m_thread;
  Worker* m_worker;
};

}  // namespace trainyard
