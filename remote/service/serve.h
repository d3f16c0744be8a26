// SPDX-License-Identifier: GPL-3.0-or-later
// `yard serve`: the background service of a user, from its lock to its end.
#pragma once

#include <chrono>

namespace trainyard {

struct ServeOptions {
  std::chrono::milliseconds idle{
      std::chrono::seconds(30)};  // how long it stays without clients and open runs
};

// Needs a QCoreApplication; runs its event loop. Returns the exit code: also 0 if another service
// of this user is running.
int serve(const ServeOptions& options);

}  // namespace trainyard
