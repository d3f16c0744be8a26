// SPDX-License-Identifier: GPL-3.0-or-later
// The versions that computed a result: recorded in headers and checkpoints, compared when resuming.
#pragma once

#include "engine/contract/value.h"

namespace trainyard {

// {"trainyard": "0.2.0", "torch": "2.11.0"}
Map versions();

}  // namespace trainyard
