// SPDX-License-Identifier: GPL-3.0-or-later
// A job of a cluster's queue, with the run that it belongs to, as text.
#pragma once

#include <QCoreApplication>
#include <optional>

#include "remote/service/protocol/cluster_values.h"
#include "remote/store/records.h"

namespace trainyard {

struct QueueRow {
  QString target;
  QueueEntry entry;
  std::optional<RunRecord> run;  // if it is one of this computer's
  QString gpuType;               // of its partitions; empty: several, or unknown

  const QueuedJob& job() const { return entry.job; }
  QString key() const { return target + u'/' + entry.job.id; }
};

class QueueText {
  Q_DECLARE_TR_FUNCTIONS(QueueText)
 public:
  static QString name(const QueueRow& row);
  // What stands behind the name: whose it is if it is not a run of this computer.
  static QString badge(const QueueRow& row);
  static QString state(const QueuedJob& job);
  static QString where(const QueueRow& row, bool withTarget);
  static QString gpus(const QueueRow& row);  // "8 A100"; of a job without GPUs "2 nodes"
  // Why it waits, or what a running one without a known length has left.
  static QString why(const QueueRow& row, double now);
  // How far its run is, from 0 to 1; nothing: unknown.
  static std::optional<double> share(const QueueRow& row);
  // "about 16:40", "ends 22:05", "by 22:05" at its limit; empty: unknown.
  static QString time(const QueueRow& row, double now);
  // Whether it has each of the words that stand in `search`.
  static bool matches(const QueueRow& row, const QString& search);

 private:
  static double endOf(const QueueRow& row, double now);
};

// The type of GPU that all partitions of the job have; empty: several, or none.
QString gpuTypeOf(const ClusterState& state, const QueuedJob& job);

}  // namespace trainyard
