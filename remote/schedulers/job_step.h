// SPDX-License-Identifier: GPL-3.0-or-later
// A program beside what a job runs already, on one of its nodes.
#pragma once

#include <optional>

#include <QString>

#include "remote/process/command_line.h"
#include "remote/schedulers/scheduler_kind.h"

namespace trainyard {

// The words before that program's own, for the login node: its streams are the caller's, byte by
// byte. Nothing: a kind of scheduler that has no such thing.
std::optional<CommandLine> stepOfJob(const SchedulerKind& kind, const QString& job,
                                     const QString& node);

}  // namespace trainyard
