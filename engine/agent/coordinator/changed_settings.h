// SPDX-License-Identifier: GPL-3.0-or-later
// What was changed of the experiment before the attempt, as whoever resumed the run has noted in
// the run folder.
#pragma once

#include <string>

#include "engine/agent/job/attempt.h"

namespace trainyard::agent {

// "batch.per_device=4, resources.time_limit=4:00:00"; empty if nothing was changed. Moves the note
// into the attempt, so that only this one has it.
std::string take_changed_settings(const Attempt& attempt);

}  // namespace trainyard::agent
