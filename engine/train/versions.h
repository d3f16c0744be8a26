// SPDX-License-Identifier: GPL-3.0-or-later
// What computed a result: recorded in headers and checkpoints, compared at a resume.
#pragma once

#include "engine/contract/value.h"

namespace trainyard {

// {"trainyard": "0.2.0", "torch": "2.11.0"}
Map versions();

// Model name of the processor, as the kernel gives it; empty where it does not.
std::string processor_name();

}  // namespace trainyard
