// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs as squeue and sacct list them, one a record. A record holds separated columns; a name may
// hold separators and line breaks. A record that is damaged in any way is counted and dropped: no
// job and no state is ever made up.
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
  rawId,    // JobIDRaw of sacct: the same as the shown one when that is no task
  name,
  state,
  reason,
  nodes,
  start,
  end,
  submitted,
  limit,
  elapsed,
  number,  // only checked to be one
  restarts,
  exitCode,
  derivedExitCode,
  folder,      // WorkDir
  waitStatus,  // exit_code of squeue -O: 768 for exit code 3
  nodeCount,
  user,
  account,
  qos,
  partition,  // or several, with commas
  priority,
  tres,         // cpu=1,mem=100M,node=1,billing=1,gres/gpu=8
  tresPerNode,  // gres:gpu:a100:8
  other,        // not looked at
};

struct SlurmLayout {
  QList<SlurmColumn> columns;
  char separator = '\x1f';
};

struct SlurmJobRow {
  qint64 job = 0;                   // of an array: the array's
  std::optional<int> task;          // of one task
  std::optional<SlurmTasks> tasks;  // of several that wait together
  QByteArray name, folder, state, reason,
      nodes;                  // state: one word, "CANCELLED" of "CANCELLED by 1001"
  bool isBySomebody = false;  // that one
  std::optional<double> start, end, submitted;
  std::optional<qint64> limitSeconds, elapsedSeconds;
  std::optional<int> restarts;
  std::optional<SlurmExit> exit, derivedExit;
  QByteArray user, account, qos, partition, tres, tresPerNode;
  qint64 nodeCount = 0, priority = 0;
};

struct SlurmJobRows {
  QList<SlurmJobRow> rows;
  int damaged = 0;  // records that were dropped
};

// Every record ends with a line break; one without is damaged, as output that was cut.
SlurmJobRows readJobRows(QByteArrayView text, const SlurmLayout& layout);

// What the program asks for, with `separator` \x1f: the words after squeue's -O and sacct's -o, and
// their layouts.
QByteArray squeueColumns();
const SlurmLayout& squeueLayout();
// All jobs of a cluster as a queue: what each asks for, and who is before whom.
QByteArray clusterQueueColumns();
const SlurmLayout& clusterQueueLayout();
// `hasRestarts`: from Slurm 24.11 on.
QByteArray sacctColumns(bool hasRestarts);
const SlurmLayout& sacctLayout(bool hasRestarts);

}  // namespace trainyard
