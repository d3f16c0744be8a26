// SPDX-License-Identifier: GPL-3.0-or-later
// A run in detail: its state, its curves, messages, checkpoints and the load of its machine.
#pragma once

#include <QObject>
#include <deque>
#include <optional>

#include "gui/charts/curve_set.h"
#include "gui/charts/point_curves.h"
#include "gui/runs/records/messages_model.h"
#include "gui/runs/records/store_reader.h"
#include "remote/service/client/client.h"

namespace trainyard {

class RunModel : public QObject {
  Q_OBJECT
 public:
  // `curves`: where the curves of runs are read; without one they have none.
  explicit RunModel(CurveSource* curves = nullptr, QObject* parent = nullptr);

  const RunRecord& record() const { return m_record; }
  bool isEmpty() const { return m_record.run.isEmpty(); }
  // Whether the run that is shown is no longer in the store; what was read of it is kept.
  bool isGone() const { return m_isGone; }
  const QList<AttemptRecord>& attempts() const { return m_detail.attempts; }
  // Starts of its job, the highest step of each attempt, its settings by path, eval/loss by step:
  // what was read last.
  const QList<JobRecord>& jobs() const { return m_detail.jobs; }
  const std::map<int, qint64>& highestSteps() const { return m_detail.highestSteps; }
  const QMap<QString, QVariant>& settings() const { return m_detail.settings; }
  const RightSizing& sizing() const { return m_detail.sizing; }
  const QString& search() const { return m_detail.search; }
  const QMap<qint64, double>& evaluations() const { return m_detail.evaluations; }
  CurveSet& curves() { return m_curves; }
  CurveSet& system() { return m_system; }
  MessagesModel& messages() { return m_messages; }
  const MessagesModel& messages() const { return m_messages; }
  // Without those that are known to be gone, the newest first; and all that it reported, in their
  // order.
  const QList<CheckpointRecord>& checkpoints() const { return m_detail.checkpoints; }
  const QList<CheckpointRecord>& written() const { return m_detail.written; }
  const QList<EvaluatedMetric>& evaluated() const { return m_detail.evaluated; }
  // The step of the newest checkpoint; nothing if there is none.
  std::optional<qint64> lastSaved() const;

  // Shows another run, of which only the record is known yet; an empty record shows none.
  void choose(const RunRecord& record);
  // All its curves from the beginning, after they have been replaced.
  void readCurvesAgain();
  void showDetail(const RunDetail& detail);
  void showRecord(const RunRecord& record);
  void markGone(const QString& run);
  void addMessage(const QString& run, const MessageRecord& message);
  // A transfer for this run is in progress; it ends once everything has arrived, or when its
  // purpose is done.
  void showTransfer(const ProgressReport& report);
  void endTransfer(const QString& run);
  const std::optional<ProgressReport>& transfer() const { return m_transfer; }

  // Seconds until the last step at the pace of the last minute; nothing if it is unknown or the run
  // has ended.
  std::optional<double> timeLeft(double now) const;
  // At the pace of the last minute that was reported; nothing if it is unknown.
  std::optional<double> secondsPerStep() const;

 signals:
  void chosen();         // it is a different run now
  void recordChanged();  // its state
  void detailChanged();  // what else is known of it

 private:
  void addSystem(const QList<SystemRecord>& samples);
  QList<ShownRun> shownRuns() const;
  void notePace(const MetricPoint& point);  // has a step

  struct Pace {
    double time;
    qint64 step;
    int attempt = 1;
  };
  RunRecord m_record;
  std::optional<ProgressReport> m_transfer;
  RunDetail m_detail;  // without what the models below have
  CurveSet m_curves;
  PointCurves m_samples;
  CurveSet m_system;
  MessagesModel m_messages;
  std::deque<Pace> m_pace;
  double m_systemOrigin = 0, m_systemLast = 0;
  bool m_isGone = false;
};

}  // namespace trainyard
