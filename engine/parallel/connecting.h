// SPDX-License-Identifier: GPL-3.0-or-later
// Connects what may wait for another rank without any limit of its own, as NCCL does.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "engine/contract/result.h"
#include "engine/parallel/presence.h"

namespace trainyard {

// Runs `connect` in a thread on every rank, and gives it up after `timeout`: the thread is then
// abandoned with what it uses, so the process has to end. `prefix`: of the keys in the store, one
// for each connection. Errors (exit code 5): the ranks that have not come to it in time, that no
// longer answer, or that have not connected; or else what `connect` returned or threw.
Result<void> connect_within(Presence& presence, const std::string& prefix,
                            std::chrono::milliseconds timeout,
                            const std::function<Result<void>()>& connect);

}  // namespace trainyard
