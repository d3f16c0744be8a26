// SPDX-License-Identifier: GPL-3.0-or-later
// Determines the state of a run on this computer from its folder alone, without store and service.
#pragma once

#include <QString>

namespace trainyard {

enum class RunProbe {
  open,       // its newest job is waiting or running, or its first one is being created
  completed,  // according to the last attempt
  ended,      // otherwise, or if its folder does not exist any more
};
RunProbe probeRun(const QString& folder);

}  // namespace trainyard
