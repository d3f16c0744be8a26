// SPDX-License-Identifier: GPL-3.0-or-later
// Where runs are executed: a machine, a queue, and the folders there.
#pragma once

#include <optional>

#include <QString>

#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/target_facts.h"
#include "remote/schedulers/site_profile.h"
#include "remote/target/target_settings.h"

namespace trainyard {

// Host and scheduler are not owned and must outlive every operation on the target.
struct Target {
  QString name;  // "here"
  Host* host = nullptr;
  Scheduler* scheduler = nullptr;
  QString base;                        // contains the run folders
  QString programs;                    // of yard-agent and engine, there; empty: sent at submission
  TargetFacts facts;                   // what is known about it; empty for this computer
  SiteProfile site{};                  // from its settings
  std::optional<Error> siteProblem{};  // why that could not be read; prevents submissions

  bool isHere() const { return name == QLatin1String("here"); }
};

}  // namespace trainyard
