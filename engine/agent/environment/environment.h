// SPDX-License-Identifier: GPL-3.0-or-later
// What a run was computed with, besides its settings and code: so that two runs that should agree
// and do not can be compared.
#pragma once

#include "engine/agent/job/options.h"
#include "engine/contract/value.h"

namespace trainyard::agent {

// What is known of: `os`, `kernel`, `processor` of this node; `modules`, the loaded ones of a site
// (LOADEDMODULES); of a command or script also `python`, `prefix` and `packages` {name: version}.
// Where each node's agent runs in a container, that is `container` instead of what it holds.
Map environment_of(const Options& options);

}  // namespace trainyard::agent
