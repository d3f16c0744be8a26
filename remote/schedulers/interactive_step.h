// SPDX-License-Identifier: GPL-3.0-or-later
// A command that a person runs on nodes of a cluster and waits for.
#pragma once

#include <QString>

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

// Of the command: apart, or one terminal.
enum class StepStreams { separate, terminal };

}  // namespace trainyard
