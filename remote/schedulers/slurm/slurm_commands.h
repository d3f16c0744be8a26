// SPDX-License-Identifier: GPL-3.0-or-later
// The command lines for Slurm's queries. Pure. Each runs in an environment in which times are Unix
// seconds and no variable of the user's session hides jobs.
#pragma once

#include <QStringList>

#include "remote/process/command_line.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

// Whether the version, "22.05.8", is at least major.minor; an unknown version counts as new.
bool isSlurmAtLeast(const QString& version, int major, int minor);

// `program` with the variables that change the output or selection of Slurm's commands set or
// removed.
CommandLine slurmCommand(const QString& program, QStringList arguments);

// The user's jobs with these names, one row per task, including ended ones that the controller
// still remembers. No names: all jobs.
CommandLine squeueCommand(const TargetFacts& facts, const QStringList& names);
// The same by id, whatever their names.
CommandLine squeueCommandFor(const TargetFacts& facts, const QStringList& jobs);
// Splits the list into parts that fit on a command line.
QList<QStringList> inBatches(const QStringList& words);
// All accounting records of these jobs, including requeued ones, from the last `hours`.
CommandLine sacctCommand(const TargetFacts& facts, const QStringList& jobs, qint64 hours);
// Ends the job only if it has this name.
CommandLine scancelCommand(const QString& job, const QString& name);

}  // namespace trainyard
