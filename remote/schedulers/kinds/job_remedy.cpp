// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/job_remedy.h"

#include "remote/schedulers/scheduler_kind.h"
#include "remote/schedulers/slurm/slurm_states.h"

namespace trainyard {

JobRemedy remedyFor(const std::string& code, const Map& arguments) {
  if (code == "slurm.state_and_reason") {
    const Map reason = get<Map>(arguments, "reason");
    return remedyFor(get<std::string>(reason, "code"), get<Map>(reason, "arguments"));
  }
  const std::string word = get<std::string>(arguments, "word");
  // What an administrator holds, only one releases.
  if (!code.starts_with("slurm.reason.") || word.starts_with("JobHeldAdmin"))
    return JobRemedy::none;
  switch (reasonMeaning(word).group) {
    case ReasonGroup::held:
      return JobRemedy::release;
    case ReasonGroup::never:
      return JobRemedy::cancel;
    default:
      return JobRemedy::none;
  }
}

std::optional<CommandLine> releaseOfJob(const QString& target, const QString& job) {
  if (&kindOfTarget(target) != &slurmKind() || job.isEmpty()) return std::nullopt;
  return CommandLine{QStringLiteral("scontrol"), {QStringLiteral("release"), job}};
}

}  // namespace trainyard
