// SPDX-License-Identifier: GPL-3.0-or-later
// Parses jobs listed by squeue and sacct, one per record. A record has columns with separators; a
// name may contain separators and line breaks. A record that is damaged in any way is counted and
// dropped: jobs and states are never guessed.
#pragma once

#include <optional>

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include "remote/schedulers/slurm/slurm_values.h"

namespace trainyard {

enum class SlurmColumn {
  shownId,  // 47, 51_3, 51_[2-15%2], 71_[1,3,5-7,20 (cut at 31 characters)
  arrayId,  // %F: 47, 51
  task,     // %K: N/A, 3, 2-15%2, 1,3,...%4
  rawId,    // sacct's JobIDRaw: equal to the displayed one unless that is a task
  name,
  state,
  reason,
  nodes,
  start,
  end,
  submitted,
  limit,
  elapsed,
  number,  // only checked to be a number
  restarts,
  exitCode,
  derivedExitCode,
  folder,      // WorkDir
  waitStatus,  // exit_code of squeue -O: 768 for exit code 3
  nodeCount,
  user,
  account,
  qos,
  partition,  // or several, separated by commas
  priority,
  tres,         // cpu=1,mem=100M,node=1,billing=1,gres/gpu=8
  tresPerNode,  // gres:gpu:a100:8
  other,        // ignored
};

struct SlurmLayout {
  QList<SlurmColumn> columns;
  char separator = '\x1f';
};

struct SlurmJobRow {
  qint64 job = 0;                   // for an array: the array's
  std::optional<int> task;          // for a single task
  std::optional<SlurmTasks> tasks;  // for several that are waiting together
  QByteArray name, folder, state, reason,
      nodes;                  // state: one word, "CANCELLED" for "CANCELLED by 1001"
  bool isBySomebody = false;  // "CANCELLED by ..."
  std::optional<double> start, end, submitted;
  std::optional<qint64> limitSeconds, elapsedSeconds;
  std::optional<int> restarts;
  std::optional<SlurmExit> exit, derivedExit;
  QByteArray user, account, qos, partition, tres, tresPerNode;
  qint64 nodeCount = 0, priority = 0;
};

struct SlurmJobRows {
  QList<SlurmJobRow> rows;
  int damaged = 0;  // number of dropped records
};

// Every record ends with a line break; one without it is damaged, like truncated output.
SlurmJobRows readJobRows(QByteArrayView text, const SlurmLayout& layout);

// The columns that the program requests, with `separator` \x1f: the arguments of squeue's -O and
// sacct's -o, and their layouts.
QByteArray squeueColumns();
const SlurmLayout& squeueLayout();
// All jobs of a cluster as a queue: what each requests, and their order.
QByteArray clusterQueueColumns();
const SlurmLayout& clusterQueueLayout();
// `hasRestarts`: Slurm 24.11 or newer.
QByteArray sacctColumns(bool hasRestarts);
const SlurmLayout& sacctLayout(bool hasRestarts);

}  // namespace trainyard
