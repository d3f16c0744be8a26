// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of the queue that this program did not start: `yard queue show` and `yard adopt`.
#pragma once

#include "remote/cli/arguments.h"

namespace trainyard {

void addQueued(CLI::App& app, CLI::App& queue, Arguments& a, std::optional<WithClient>& service);

}  // namespace trainyard
