// SPDX-License-Identifier: GPL-3.0-or-later
// Checks every 10 s, on its own thread because file systems may hang, whether a newer attempt of
// the run exists.
#pragma once

#include <functional>
#include <memory>

#include "engine/agent/job/attempt.h"

namespace trainyard::agent {

class SupersededWatch {
 public:
  // `on_superseded` is called at most once, on the watch's thread.
  SupersededWatch(const RunFolder& run, std::int64_t attempt, std::function<void()> on_superseded);
  // Does not wait for the file system; the callback is not called any more.
  ~SupersededWatch();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace trainyard::agent
