// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/experiment.h"
#include "remote/schedulers/direct/direct_scheduler.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/schedulers/slurm/job_script.h"
#include "remote/schedulers/slurm/slurm_script.h"

namespace trainyard {
namespace {

QStringList directBeginning(const Experiment&, const ScriptSite&) {
  return {QStringLiteral("# Usage: bash job.sh [RUN_FOLDER]")};
}

QStringList directFacts(const Experiment& experiment, const ScriptSite& site) {
  return isArrayJob(experiment, site) ? taskPlace() : QStringList();
}

QStringList directAgentWords(const Experiment& experiment, const ScriptSite& site) {
  QStringList words{QStringLiteral("--scheduler here"), QStringLiteral("--job-id \"$$\"")};
  if (isArrayJob(experiment, site)) words << taskWord();
  return words;
}

QStringList directJobScriptWords(const Experiment& experiment, const ScriptSite& site) {
  return directAgentWords(experiment, site) << outputFileHere(experiment);
}

}  // namespace

const SchedulerKind& directKind() {
  static const SchedulerKind kind = [] {
    SchedulerKind direct;
    direct.name = QStringLiteral("direct");
    direct.title = QStringLiteral("this computer");
    direct.can = {.arrays = true, .runDependency = true};
    direct.script = {QStringLiteral("#!/usr/bin/env bash"), directBeginning, directFacts,
                     directAgentWords};
    direct.jobScript = {QStringLiteral("#!/usr/bin/env bash"), directBeginning, jobScriptFactsHere,
                        directJobScriptWords};
    direct.make = [](const SchedulerKind::Place& place) -> std::unique_ptr<Scheduler> {
      return std::make_unique<DirectScheduler>(place.programs + QStringLiteral("/yard"));
    };
    return direct;
  }();
  return kind;
}

}  // namespace trainyard
