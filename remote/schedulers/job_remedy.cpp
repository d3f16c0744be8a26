// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/job_remedy.h"

#include "remote/schedulers/scheduler_kind.h"

namespace trainyard {

JobRemedy remedyFor(const std::string& code, const Map& arguments) {
  for (const SchedulerKind* kind : schedulerKinds())
    if (kind->remedy)
      if (const JobRemedy remedy = kind->remedy(code, arguments); remedy != JobRemedy::none)
        return remedy;
  return JobRemedy::none;
}

std::optional<CommandLine> releaseOfJob(const QString& target, const QString& job) {
  const SchedulerKind& kind = kindOfTarget(target);
  if (!kind.release || job.isEmpty()) return std::nullopt;
  return kind.release(job);
}

}  // namespace trainyard
