// SPDX-License-Identifier: GPL-3.0-or-later
// `yard targets usage` and `yard targets clean`: what this program keeps on a target.
#pragma once

#include "remote/cli/arguments.h"

namespace trainyard {

void addUsage(CLI::App& targets, Arguments& a, std::optional<WithClient>& service);

}  // namespace trainyard
