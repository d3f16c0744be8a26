// SPDX-License-Identifier: GPL-3.0-or-later
// Where a job script will run, and who then restarts its run.
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

#include "remote/process/readers.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/schedulers/site_profile.h"

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
// Who restarts a run that was stopped by the scheduler before it was complete.
enum class GoesOn {
  no,
  byScheduler,  // Slurm or the agent requeues the job
  byService,    // the site does not allow that: the service submits again
};
GoesOn afterPreemption(const Experiment& experiment, const ScriptSite& site);
GoesOn afterTimeLimit(const Experiment& experiment, const ScriptSite& site);

// Lines of a job script that make `address` this node's numeric one, if it is none yet: of the name
// that is in it, else of the host's own.
QStringList nodeAddressLines();

// Below the run folder: where a job script works, a writable copy of its code, and where it is
// stored if it is not part of that code.
inline constexpr const char* kWorkFolder = "/work";

}  // namespace trainyard
