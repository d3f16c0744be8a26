// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/scheduler_kind.h"
#include "remote/schedulers/slurm/slurm_scheduler.h"
#include "remote/schedulers/slurm/job_script.h"
#include "remote/schedulers/slurm/slurm_script.h"
#include "remote/schedulers/slurm/slurm_steps.h"
#include "remote/schedulers/slurm/slurm_submission.h"
#include "remote/schedulers/slurm/learn.h"

namespace trainyard {

const SchedulerKind& slurmKind() {
  static const SchedulerKind kind = [] {
    SchedulerKind slurm;
    slurm.name = QStringLiteral("slurm");
    slurm.title = QStringLiteral("Slurm");
    slurm.can = {.arrays = true,
                 .rawDependency = true,
                 .runDependency = true,
                 .severalNodes = true,
                 .containers = true,
                 .estimates = true,
                 .endsEarly = true,
                 .jobNumbers = true,
                 .showsCluster = true};
    slurm.script = {QStringLiteral("#!/bin/bash -l"), slurmBeginning, slurmFacts, slurmAgentWords};
    slurm.jobScript = {QStringLiteral("#!/bin/bash"), jobScriptBeginning, jobScriptFacts,
                       jobScriptAgentWords};
    slurm.submission = &slurmSubmission();
    slurm.nodeLost = {"slurm.node_fail"};
    slurm.jobLost = {"slurm.lost"};
    slurm.make = [](const SchedulerKind::Place& place) -> std::unique_ptr<Scheduler> {
      return std::make_unique<SlurmScheduler>(*place.host, place.facts);
    };
    slurm.questions = "learn_slurm.sh";
    slurm.isThere = isSlurmThere;
    slurm.learn = learnSlurm;
    slurm.checkJob = checkSlurmJob;
    slurm.step = slurmStep;
    slurm.interactiveStep = slurmInteractiveStep;
    slurm.release = slurmRelease;
    slurm.remedy = slurmRemedy;
    return slurm;
  }();
  return kind;
}

}  // namespace trainyard
