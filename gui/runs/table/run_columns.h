// SPDX-License-Identifier: GPL-3.0-or-later
// The columns that the table of runs can have, by the keys of RunTableQuery, and their texts.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QVariant>

#include "gui/runs/records/run_records.h"

namespace trainyard {

class RunColumns {
  Q_DECLARE_TR_FUNCTIONS(RunColumns)
 public:
  // What a column shows beside text.
  enum class Kind { text, number, state, progress, curve };

  static Kind kind(const QString& key);
  // "Learning rate" is too long for a column: settings go by the last part of their path.
  static QString title(const QString& key);
  // The whole of it: "optimizer.learning_rate", "Least value of eval/loss".
  static QString description(const QString& key);
  // `value`: what the store has for the key; unused for what the record itself has. `now` in Unix
  // seconds.
  static QString text(const QString& key, const RunRecord& run, const QVariant& value, double now);
  // "12 of 100 steps", or how far a transfer is.
  static QString progressText(const RunRecord& run, const ProgressReport* transfer, double now);
  // Of the metrics of some runs, losses first: by which they are judged, and of which a curve is
  // shown. Where they call their losses in several ways, each run's own ("eval/loss",
  // "train/loss"); empty if there is none.
  static QString bestMetric(const QStringList& metrics);
  static QString curveMetric(const QStringList& metrics);
  // The metric of "last:eval/loss", "best:eval/loss", "curve:train/loss"; empty for others.
  static QString metricOf(const QString& key);
  // The path of "setting:optimizer.learning_rate"; empty for others.
  static QString settingOf(const QString& key);
  // Columns that every table offers, beside settings and metrics.
  static QStringList general();
};

}  // namespace trainyard
