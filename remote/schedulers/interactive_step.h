// SPDX-License-Identifier: GPL-3.0-or-later
// A command that a person runs on nodes of a cluster and waits for.
#pragma once

#include <optional>

#include <QString>

#include "remote/process/command_line.h"
#include "remote/schedulers/scheduler_kind.h"

namespace trainyard {

struct SiteProfile;

// What the command gets, in the units of an experiment's `resources`.
struct StepResources {
  int nodes = 0, gpus = 0, cpus = 0;  // gpus: of each node; 0: the queue's default
  QString timeLimit, partition, account;

  // Nothing is asked for: the command runs on the login node.
  bool isNone() const {
    return nodes == 0 && gpus == 0 && cpus == 0 && timeLimit.isEmpty() && partition.isEmpty() &&
           account.isEmpty();
  }
};

// `command` with what makes it run there, on each of the nodes once; its streams are passed
// through. Nothing if the kind of scheduler does not support this.
enum class StepStreams { separate, terminal };
std::optional<CommandLine> interactiveStep(const SchedulerKind& kind,
                                           const StepResources& resources, const SiteProfile& site,
                                           StepStreams streams, const CommandLine& command);

}  // namespace trainyard
