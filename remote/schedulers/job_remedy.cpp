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

std::optional<CommandLine> releaseOfJob(const std::string& code, const Map& arguments,
                                        const QString& job) {
  if (job.isEmpty()) return std::nullopt;
  for (const SchedulerKind* kind : schedulerKinds())
    if (kind->release && kind->remedy && kind->remedy(code, arguments) == JobRemedy::release)
      return kind->release(job);
  return std::nullopt;
}

}  // namespace trainyard
