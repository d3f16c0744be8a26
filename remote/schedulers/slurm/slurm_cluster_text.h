// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm says of nodes, reservations and classes of service at this moment. Lines that are not
// understood are left out; no list grows beyond a bound.
#pragma once

#include <QByteArrayView>

#include "remote/schedulers/cluster_state.h"
#include "remote/schedulers/slurm/slurm_job_text.h"
#include "remote/schedulers/slurm/slurm_values.h"

namespace trainyard {

struct SlurmNode {
  enum class Use { idle, mixed, busy, reserved, down } use = Use::down;
  QString name;
  QStringList partitions, features;
  QList<SlurmGpus> gpus, usedGpus;
  int processors = 0, usedProcessors = 0;
  qint64 memoryMib = 0;
  QString reason;  // of one that is down, as far as the site gives one
};

// Of "MIXED+COMPLETING+DRAIN", "IDLE*", "IDLE+CLOUD+POWERED_DOWN". A word that is not known is
// down: nothing is promised of it.
SlurmNode::Use nodeUse(QByteArrayView state);

// `scontrol -d show node -o`; without -d the used GPUs are those of AllocTRES.
QList<SlurmNode> readNodes(QByteArrayView text);

// `scontrol show reservation -o`, times as with SLURM_TIME_FORMAT=%s.
QList<ReservationState> readReservations(QByteArrayView text);

// `sacctmgr -nP show qos format=Name,Priority,MaxWall,MaxTRESPU,MaxJobsPU`.
QList<ServiceClass> readServiceClasses(QByteArrayView text);

// Partitions (readPartitions) and nodes as one; a node counts in each of its partitions, and once
// in the whole.
void addUse(const QList<SlurmNode>& nodes, ClusterState& state);

// A row of clusterQueueLayout().
QueuedJob queuedJobFrom(const SlurmJobRow& row);
// Adds the jobs, and how many there are in each partition.
void addJobs(const SlurmJobRows& rows, ClusterState& state);

}  // namespace trainyard
