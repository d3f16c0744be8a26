// SPDX-License-Identifier: GPL-3.0-or-later
// Looks every 10 s, on a thread of its own since file systems may hang, whether a higher attempt of
// the run exists.
#pragma once

#include <functional>
#include <memory>

#include "engine/agent/coordinator/attempt.h"

namespace trainyard::agent {

class SupersededWatch {
 public:
  // `on_superseded` is called at most once, on the watch's thread.
  SupersededWatch(const RunFolder& run, std::int64_t attempt, std::function<void()> on_superseded);
  // Does not wait for a file system; nothing is called any more.
  ~SupersededWatch();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace trainyard::agent
