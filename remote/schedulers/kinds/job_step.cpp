// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/job_step.h"

namespace trainyard {

std::optional<CommandLine> stepOfJob(const SchedulerKind& kind, const QString& job,
                                     const QString& node) {
  if (&kind != &slurmKind()) return std::nullopt;
  // --overlap requires 20.11; without --unbuffered srun waits for line breaks.
  return CommandLine{
      QStringLiteral("srun"),
      {QStringLiteral("--jobid=") + job, QStringLiteral("--overlap"), QStringLiteral("--nodes=1"),
       QStringLiteral("--ntasks=1"), QStringLiteral("--nodelist=") + node,
       QStringLiteral("--unbuffered"), QStringLiteral("--quiet")}};
}

}  // namespace trainyard
