// SPDX-License-Identifier: GPL-3.0-or-later
// Reading points out of what a command prints.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "engine/agent/options.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

class MetricsReader {
 public:
  using Emit = std::function<void(Event)>;
  virtual ~MetricsReader() = default;

  // One line of standard output or error, without its line break; what a carriage return ends is a
  // line of its own.
  virtual void output_line(std::string_view line) = 0;
  virtual void error_line(std::string_view) {}

  // An event that a program sent itself.
  virtual void event_seen(const Event&) {}

  // The number of the point that waits for what else may be told of it, 0: none. It is given as it
  // is after a moment.
  virtual std::int64_t waiting() const { return 0; }
  virtual void give_up_waiting() {}

  // Every few seconds, and at last when all output has been read.
  virtual void look_around() {}
  virtual void finish() {}
};

// `checkpoints`: where trainer_state.json may appear. Null for MetricsKind::none.
std::unique_ptr<MetricsReader> make_metrics_reader(MetricsKind kind,
                                                   const std::filesystem::path& checkpoints,
                                                   MetricsReader::Emit emit);

}  // namespace trainyard::agent
