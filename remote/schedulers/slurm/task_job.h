// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm's number for a job, as used in the name of its output file: "12_3" for an array's task.
#pragma once

#include <optional>

#include <QString>

namespace trainyard {

inline QString taskJob(const QString& job, const std::optional<int>& task) {
  return task ? QStringLiteral("%1_%2").arg(job).arg(*task) : job;
}

}  // namespace trainyard
