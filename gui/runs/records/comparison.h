// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs beside each other: in what they differ, and which of them leads.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QMap>
#include <QVariant>
#include <optional>

#include "gui/runs/verdict/run_noise.h"
#include "remote/store/curve_block.h"
#include "remote/store/records.h"

namespace trainyard {

// What the store knows of a run that is compared.
struct ComparedRun {
  RunRecord record;
  QMap<QString, QVariant> settings;    // by path
  QMap<QString, CurveBlock> metrics;   // each curve as a whole
  int colour = 0;                      // an index into the palette of curves
  QMap<QString, NoisyCurve> curves{};  // of metrics that say how good a run is, thinned out
  // What it calls a metric itself, where others that are compared spell it in another way.
  QMap<QString, QString> ownNames{};
  AttemptRecord attempt{};  // the newest
  QStringList gpus{};       // names of those of a node, as far as they were seen

  QString ownName(const QString& metric) const { return ownNames.value(metric, metric); }
  // The mean of the last fifth of a curve; nothing if it is too short.
  std::optional<double> end(const QString& metric) const;
};

// The run that leads by a metric, and the value by which it does.
struct Leader {
  QString run;
  double value = 0;
};

// A number of a run beside that of the baseline.
struct ComparedValue {
  std::optional<double> value, difference;
  bool isBetter = false;  // than the baseline
  bool isBest = false;    // of all
};

class Comparison {
  Q_DECLARE_TR_FUNCTIONS(Comparison)
 public:
  Comparison() = default;
  // `objective`: by what a person wants them ranked, if they have it.
  explicit Comparison(QList<ComparedRun> runs, const QString& objective = {});

  const QList<ComparedRun>& runs() const { return m_runs; }
  // The pinned one, or else the first.
  int baseline() const { return m_baseline; }
  // Paths of settings that are not the same in all runs, those with most values first.
  const QStringList& varying() const { return m_varying; }
  // All paths that any of them has.
  const QStringList& settings() const { return m_settings; }
  bool varies(const QString& path) const { return m_varying.contains(path); }
  // Metrics that at least two have, losses of the evaluation first. One that they spell in several
  // ways ("eval/loss", "val_loss") has the first of these names.
  const QStringList& metrics() const { return m_metrics; }
  // Those of them that say how good a run is, at most so many.
  QStringList judged(qsizetype most) const;
  // By which they are ranked; empty if they have none in common.
  const QString& objective() const { return m_objective; }

  static std::optional<double> bestOf(const ComparedRun& run, const QString& metric);
  static std::optional<double> bestStepOf(const ComparedRun& run, const QString& metric);
  static std::optional<double> lastOf(const ComparedRun& run, const QString& metric);
  ComparedValue best(int run, const QString& metric) const;
  ComparedValue last(int run, const QString& metric) const;
  // Whether a metric is of single batches, whose least value is the luckiest, and all curves are
  // long enough to be judged by how they end.
  bool isJudgedByEnd(const QString& metric) const;
  // Which run leads by the objective; nothing if none has it.
  std::optional<int> leader() const;
  // The value by which runs are ranked: the mean of the curve's end, or its best.
  std::optional<double> decisiveOf(int run, const QString& metric) const;
  // "They differ in one setting, optimizer.learning_rate."
  QString differenceSentence() const;
  // "Best so far is 1e-5 with eval/loss 0.7180, 0.0238 below the next; two runs are not finished."
  QString leaderSentence() const;
  // As it stands in the document; empty if the run has no such setting.
  static QString settingText(const ComparedRun& run, const QString& path);
  // What sets a run apart: its values of what varies, or its name.
  QString label(int run) const;

 private:
  void unifyNames();
  void collectSettings();
  bool isDecisivelyBest(int run, const QString& metric) const;
  ComparedValue compared(int run, const QString& metric,
                         std::optional<double> (*of)(const ComparedRun&, const QString&)) const;

  QList<ComparedRun> m_runs;
  QStringList m_varying, m_settings, m_metrics;
  QString m_objective;
  int m_baseline = 0;
};

}  // namespace trainyard
