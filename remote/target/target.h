// SPDX-License-Identifier: GPL-3.0-or-later
// Where runs go: a machine, a queue, and the folders there.
#pragma once

#include <optional>

#include <QString>

#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/target_facts.h"
#include "remote/target/site_profile.h"
#include "remote/target/target_settings.h"

namespace trainyard {

// Host and scheduler are not owned and outlive every operation on the target.
struct Target {
  QString name;  // "here"
  Host* host = nullptr;
  Scheduler* scheduler = nullptr;
  QString base;        // run folders are made in it
  QString programs;    // where yard-agent and engine are, there; empty: they are sent at submission
  TargetFacts facts;   // what is known of it; empty for this computer
  SiteProfile site{};  // of its settings
  std::optional<Error> siteProblem{};  // why that could not be read: nothing is submitted then

  bool isHere() const { return name == QLatin1String("here"); }
};

}  // namespace trainyard
