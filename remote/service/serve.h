// SPDX-License-Identifier: GPL-3.0-or-later
// `yard serve`: the one background service of a user, from its lock to its end.
#pragma once

#include <chrono>

namespace trainyard {

struct ServeOptions {
  std::chrono::milliseconds idle{
      std::chrono::seconds(30)};  // without clients and open runs, before it ends
};

// Needs a QCoreApplication; runs its event loop. Returns the exit code: 0 also when another service
// of this user is running.
int serve(const ServeOptions& options);

}  // namespace trainyard
