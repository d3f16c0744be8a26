// SPDX-License-Identifier: GPL-3.0-or-later
// The command lines by which Slurm is asked. Pure. Each runs in an environment in which times are
// Unix seconds and no variable of the person's session hides jobs.
#pragma once

#include <QStringList>

#include "remote/process/command_line.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

// "22.05.8": whether it is at least major.minor; a version that is not known is taken as new.
bool isSlurmAtLeast(const QString& version, int major, int minor);

// `program` with the variables that change what Slurm's commands print or choose set or taken out.
CommandLine slurmCommand(const QString& program, QStringList arguments);

// The person's jobs of these names, one row a task, ended ones too as long as the controller
// remembers them. No names: all jobs.
CommandLine squeueCommand(const TargetFacts& facts, const QStringList& names);
// The same by id, whatever their names are.
CommandLine squeueCommandFor(const TargetFacts& facts, const QStringList& jobs);
// The list in parts that a command line holds.
QList<QStringList> inBatches(const QStringList& words);
// Every record of these jobs, requeued ones too, of the last `hours`.
CommandLine sacctCommand(const TargetFacts& facts, const QStringList& jobs, qint64 hours);
// Ends the job only if it has this name.
CommandLine scancelCommand(const QString& job, const QString& name);

}  // namespace trainyard
