// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/next_line.h"

#include "remote/cli/named_study.h"
#include "remote/cli/next_step.h"
#include "remote/cli/output.h"

namespace trainyard {

QString nextCommandOf(RunStore& store, const RunRecord& run) {
  if (!run.study.isEmpty() && !isOpen(run.state) && isStudyOfJobs(run.study)) return {};
  const auto job = [&] {
    const auto jobs = store.jobs(run.run);
    return jobs && !jobs->isEmpty() ? jobs->last().job : QString();
  };
  QList<HelpfulChange> changes;
  if (run.state == RunState::failed && mayChangeHelp(run))
    if (const auto settings = store.settings(run.run)) changes = changesFor(run, *settings);
  return sanitizedForTerminal(nextCommand(run, job, changes));
}

}  // namespace trainyard
