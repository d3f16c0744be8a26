// SPDX-License-Identifier: GPL-3.0-or-later
// Parses Slurm's output about nodes, reservations, QOS and a job's files. Lines that are not
// understood are skipped; all lists are bounded.
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
  QString reason;  // for a node that is down, if the site gives one
};

// Parses "MIXED+COMPLETING+DRAIN", "IDLE*", "IDLE+CLOUD+POWERED_DOWN". An unknown word counts as
// down, so that nothing is promised.
SlurmNode::Use nodeUse(QByteArrayView state);

// `scontrol -d show node -o`; without -d the GPUs in use are those of AllocTRES.
QList<SlurmNode> readNodes(QByteArrayView text);

// `scontrol show reservation -o`, times as with SLURM_TIME_FORMAT=%s.
QList<ReservationState> readReservations(QByteArrayView text);

// `sacctmgr -nP show qos format=Name,Priority,MaxWall,MaxTRESPU,MaxJobsPU`.
QList<ServiceClass> readServiceClasses(QByteArrayView text);

// Combines partitions (readPartitions) and nodes; a node counts in each of its partitions, and once
// in the total.
void addUse(const QList<SlurmNode>& nodes, ClusterState& state);

// The files in `scontrol show job`.
QueuedFiles readQueuedFiles(const QByteArray& shown);

// A row of clusterQueueLayout().
QueuedJob queuedJobFrom(const SlurmJobRow& row);
// Adds the jobs, and their number in each partition.
void addJobs(const SlurmJobRows& rows, ClusterState& state);

}  // namespace trainyard
