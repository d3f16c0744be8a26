// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_cluster.h"
#include "remote/schedulers/pbs/pbs_commands.h"
#include "remote/schedulers/pbs/pbs_scheduler.h"
#include "remote/schedulers/pbs/pbs_script.h"
#include "remote/schedulers/scheduler_kind.h"

namespace trainyard {
namespace {

// What the site holds, only the site releases.
JobRemedy pbsRemedy(const std::string& code, const Map&) {
  if (code == "pbs.reason.held") return JobRemedy::release;
  return code == "pbs.reason.never" ? JobRemedy::cancel : JobRemedy::none;
}

}  // namespace

const SchedulerKind& pbsKind() {
  static const SchedulerKind kind = [] {
    SchedulerKind pbs;
    pbs.name = QStringLiteral("pbs");
    pbs.title = QStringLiteral("PBS");
    pbs.can = {.arrays = true,
               .rawDependency = true,
               .runDependency = true,
               .severalNodes = true,
               .containers = true,
               .endsEarly = true,
               .jobNumbers = true,
               .showsCluster = true};
    pbs.script = {QStringLiteral("#!/bin/bash"), pbsBeginning, pbsFacts, pbsAgentWords};
    pbs.jobScript = {QStringLiteral("#!/bin/bash"), pbsJobScriptBeginning, pbsJobScriptFacts,
                     pbsJobScriptAgentWords};
    pbs.nodeLost = {"pbs.node_fail"};
    pbs.jobLost = {"pbs.lost"};
    pbs.make = [](const SchedulerKind::Place& place) -> std::unique_ptr<Scheduler> {
      return std::make_unique<PbsScheduler>(*place.host, place.facts);
    };
    pbs.questions = "learn_pbs.sh";
    pbs.isThere = isPbsThere;
    pbs.learn = learnPbs;
    pbs.taskJob = pbsTaskJob;
    pbs.release = [](const QString& job) { return CommandLine{QStringLiteral("qrls"), {job}}; };
    pbs.remedy = pbsRemedy;
    return pbs;
  }();
  return kind;
}

}  // namespace trainyard
