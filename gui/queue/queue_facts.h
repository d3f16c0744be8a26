// SPDX-License-Identifier: GPL-3.0-or-later
// What clusters have free, how much of one's limits and storage is used, and how long one's runs
// waited, as rows of the cards beside the queue. What is unknown has no row. Pure.
#pragma once

#include <QCoreApplication>
#include <QMap>

#include "gui/targets/share_row.h"
#include "remote/service/protocol/cluster_values.h"
#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"

namespace trainyard {

class QueueFacts {
  Q_DECLARE_TR_FUNCTIONS(QueueFacts)
 public:
  // The partitions with most GPUs; of a cluster without any its nodes.
  static QList<ShareRow> free(const QString& target, const ClusterState& state,
                              const QList<QueueEntry>& jobs);
  // Of the classes of service that say so, and what is left of accounts.
  static QList<ShareRow> limits(const ClusterState& state, const QList<QueueEntry>& jobs);
  // The disk or quota of the base folder, as of the last login.
  static QList<ShareRow> storage(const TargetRecord& target);
  // Seconds from the submission to the start, by target, of runs that started in the last 30 days.
  static QMap<QString, QList<double>> waits(const QList<RunRecord>& runs, double now);
};

}  // namespace trainyard
