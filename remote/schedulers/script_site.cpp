// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/script_site.h"

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/script/script_resources.h"

namespace trainyard {

bool isArrayJob(const Experiment& experiment, const ScriptSite& site) {
  return experiment.resources.array && !site.arrayIndex;
}

GoesOn afterPreemption(const Experiment& experiment, const ScriptSite& site) {
  // A job script itself says whether it may be requeued, otherwise the cluster does.
  if (experiment.workload == Workload::script) {
    const SbatchDirectives directives = read_sbatch_directives(experiment.script.directives);
    const bool isRefused = last_option(directives, "no-requeue").has_value();
    return site.kind->can.endsEarly && !isRefused && site.canRequeue ? GoesOn::byScheduler
                                                                     : GoesOn::no;
  }
  if (!site.kind->can.endsEarly || !experiment.restart.on_preemption) return GoesOn::no;
  return site.canRequeue ? GoesOn::byScheduler : GoesOn::byService;
}

// Only a job that may be requeued at all may be requeued for this reason.
GoesOn afterTimeLimit(const Experiment& experiment, const ScriptSite& site) {
  if (experiment.workload == Workload::script) return GoesOn::no;
  if (!site.kind->can.endsEarly || !experiment.restart.on_time_limit) return GoesOn::no;
  return afterPreemption(experiment, site) == GoesOn::byScheduler ? GoesOn::byScheduler
                                                                  : GoesOn::byService;
}

QStringList nodeAddressLines() {
  return {QStringLiteral("if [[ ! $address =~ ^[0-9.]+$|: ]]; then"),
          QStringLiteral(
              "  address=$(getent ahosts \"${address:-$HOSTNAME}\" | awk '$2 == \"STREAM\" && $1 "
              "!~ /^(127\\.|::1$|fe80)/ {print $1; exit}' || true)"),
          QStringLiteral("fi"),
          QStringLiteral("[[ -n $address ]] || address=$(hostname -I | awk '{print $1}')")};
}

}  // namespace trainyard
