// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a program inside a running job, on one of its nodes.
#pragma once

#include <optional>

#include <QString>

#include "remote/process/command_line.h"
#include "remote/schedulers/scheduler_kind.h"

namespace trainyard {

// Returns the command line to put before that program, for the login node; its streams are passed
// through byte for byte. Nothing if the kind of scheduler does not support this.
std::optional<CommandLine> stepOfJob(const SchedulerKind& kind, const QString& job,
                                     const QString& node);

}  // namespace trainyard
