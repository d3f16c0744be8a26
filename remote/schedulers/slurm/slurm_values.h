// SPDX-License-Identifier: GPL-3.0-or-later
// Parses single values in the output of Slurm's commands. Nothing is guessed: anything not
// understood is "nothing".
#pragma once

#include <optional>

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace trainyard {

// Digits only, at most 18 of them.
std::optional<qint64> slurmNumber(QByteArrayView text);

// "02:03", "1:02:03", "1-02:03:04", "1-02", "90" (minutes) in seconds. "UNLIMITED", "infinite",
// "NOT_SET", "NONE", "N/A", "INVALID": nothing.
std::optional<qint64> slurmDuration(QByteArrayView text);

// Unix seconds. Digits, as with SLURM_TIME_FORMAT=%s, or "2026-11-21T04:35:05", which is
// interpreted as UTC. "N/A", "Unknown", "None": nothing.
std::optional<double> slurmTime(QByteArrayView text);

// "3:0": the exit code and the signal.
struct SlurmExit {
  int code = 0, signal = 0;
};
std::optional<SlurmExit> slurmExit(QByteArrayView text);

// "256000", "256000+", "250G", "1T": MiB.
std::optional<qint64> slurmMebibytes(QByteArrayView text);

// GPUs in "gpu:a100:8(S:0-1),gpu:2,shard:16": type (empty if there is none) and count, in order.
struct SlurmGpus {
  QByteArray type;
  int count = 0;
  bool operator==(const SlurmGpus&) const = default;
};
QList<SlurmGpus> slurmGpus(QByteArrayView gres);

// Indices of an array as in "2-15%2", "1,3,5-7:2", "1,3,20,...%4". `isCut`: Slurm truncated the
// list.
struct SlurmTasks {
  struct Range {
    int first = 0, last = 0, step = 1;
    bool operator==(const Range&) const = default;
  };
  QList<Range> ranges;
  bool isCut = false;
  // Nothing if the list was truncated and does not contain it.
  std::optional<bool> holds(int task) const;
};
std::optional<SlurmTasks> slurmTasks(QByteArrayView text);

// The lines of a text, without their ends; includes a last line without one.
QList<QByteArrayView> slurmLines(QByteArrayView text);

}  // namespace trainyard
