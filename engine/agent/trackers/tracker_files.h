// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the files of trackers from what a run reports, while it goes on (logging.trackers), in a
// thread of its own: a file system that does not answer must not keep the agent from its other
// work. Whatever fails ends the writing, never the run.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/agent/job/attempt.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

class TrackerFiles {
 public:
  // `trackers`: "wandb", "tensorboard".
  TrackerFiles(const std::vector<std::string>& trackers, const Attempt& attempt);
  ~TrackerFiles();  // does not wait for the thread

  void take(const Event& event);

  // Writes the rest and the end.
  void finish(const EndEvent& end, std::chrono::milliseconds timeout);

  // Once, why nothing more is written: "trackers.not_written".
  std::optional<MessageEvent> take_warning();

 private:
  struct Shared;  // with the thread, which may outlive this object

  std::vector<std::string> trackers_;
  std::shared_ptr<Shared> shared_;  // null: there is nothing to write
};

}  // namespace trainyard::agent
