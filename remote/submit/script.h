// SPDX-License-Identifier: GPL-3.0-or-later
// Renders job.sh: the readable bash script that sets up what the experiment needs and becomes
// yard-agent. It takes the run folder as its first argument, so the same experiment at the same
// site always gives the same bytes.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "remote/process/readers.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/target/site_profile.h"

namespace trainyard {

struct Experiment;

// What the script must know about where it will run.
struct ScriptSite {
  const SchedulerKind* kind = &directKind();
  QString programs;                  // the folder of yard-agent and engine on the target
  QString base;                      // contains the run folders; is mounted into containers
  bool canRequeue = true;            // whether the site can requeue a job
  Readers readers = Readers::owner;  // of what the run creates
  // The index of a task of an array that is submitted individually.
  std::optional<std::int64_t> arrayIndex;
  SiteProfile profile{};  // except for what Slurm reports itself
  // Whether {{ optimizer.learning_rate }} and its like stay in arguments and variables.
  bool keepsPlaceholders = false;
};

// Whether the job is an array, whose tasks are runs of their own below the job's run folder.
bool isArrayJob(const Experiment& experiment, const ScriptSite& site);
// Lines of such a script: run_dir becomes the task's; and the option that tells the agent.
QStringList taskPlace();
QString taskWord();

// Who restarts a run that was stopped by the scheduler before it was complete.
enum class GoesOn {
  no,
  byScheduler,  // Slurm or the agent requeues the job
  byService,    // the site does not allow that: the service submits again
};
GoesOn afterPreemption(const Experiment& experiment, const ScriptSite& site);
GoesOn afterTimeLimit(const Experiment& experiment, const ScriptSite& site);

// `experiment` is resolved: its paths are absolute, on the target. Every value is quoted, except
// setup_commands, which are bash, and Slurm options, which the rules of the experiment restrict to
// a single option each.
QByteArray renderScript(const Experiment& experiment, const ScriptSite& site);

}  // namespace trainyard
