// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of scheduler_kind.h.
#pragma once

#include <string>

#include <QString>

#include "engine/contract/value.h"
#include "remote/process/command_line.h"
#include "remote/schedulers/interactive_step.h"
#include "remote/schedulers/job_remedy.h"

namespace trainyard {

CommandLine slurmStep(const QString& job, const QString& node);
CommandLine slurmInteractiveStep(const StepResources& resources, const SiteProfile& site,
                                 StepStreams streams, const CommandLine& command);
CommandLine slurmRelease(const QString& job);
JobRemedy slurmRemedy(const std::string& code, const Map& arguments);

}  // namespace trainyard
