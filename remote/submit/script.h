// SPDX-License-Identifier: GPL-3.0-or-later
// job.sh: the readable bash script that sets up what the experiment asks for and becomes
// yard-agent. It takes the run folder as its first argument, so the same experiment at the same
// site always gives the same bytes.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>

#include "engine/contract/experiment/experiment.h"
#include "remote/process/readers.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/target/site_profile.h"

namespace trainyard {

// What the script must know of the place where it will run.
struct ScriptSite {
  const SchedulerKind* kind = &directKind();
  QString programs;                  // the folder of yard-agent and engine, there
  QString base;                      // run folders are in it; a container sees it
  bool canRequeue = true;            // whether the site takes a job back into the queue
  Readers readers = Readers::owner;  // of what the run makes
  // One task of an array that is submitted by itself: its index.
  std::optional<std::int64_t> arrayIndex;
  SiteProfile profile{};  // as far as Slurm did not say otherwise
};

// Who starts a run again that the scheduler stopped before it was complete.
enum class GoesOn {
  no,
  byScheduler,  // Slurm or the agent puts the job back into the queue
  byService,    // the site does not allow that: the service submits again
};
GoesOn afterPreemption(const Experiment& experiment, const ScriptSite& site);
GoesOn afterTimeLimit(const Experiment& experiment, const ScriptSite& site);

// `experiment` is resolved: its paths are absolute, on the target. Every value is quoted, except
// setup_commands, which are bash, and what the experiment asks of Slurm, which the rules of the
// experiment keep free of anything but its own option.
QByteArray renderScript(const Experiment& experiment, const ScriptSite& site);

}  // namespace trainyard
