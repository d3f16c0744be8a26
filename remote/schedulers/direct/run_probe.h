// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a run on this computer, by its folder alone: without store and service.
#pragma once

#include <QString>

namespace trainyard {

enum class RunProbe {
  open,       // its newest job waits or runs, or its first one is being made
  completed,  // the last attempt said so
  ended,      // otherwise, also where its folder is gone
};
RunProbe probeRun(const QString& folder);

}  // namespace trainyard
