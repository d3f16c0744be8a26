// SPDX-License-Identifier: GPL-3.0-or-later
// The number under which Slurm knows one job, and by which its output file is named: that of an
// array's task is "12_3".
#pragma once

#include <optional>

#include <QString>

namespace trainyard {

inline QString taskJob(const QString& job, const std::optional<int>& task) {
  return task ? QStringLiteral("%1_%2").arg(job).arg(*task) : job;
}

}  // namespace trainyard
