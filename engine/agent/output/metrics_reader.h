// SPDX-License-Identifier: GPL-3.0-or-later
// Extracts metrics from what a command prints.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "engine/contract/run/events.h"
#include "engine/contract/run/metrics_reading.h"

namespace trainyard::agent {

class MetricsReader {
 public:
  using Emit = std::function<void(Event)>;
  virtual ~MetricsReader() = default;

  // One line of standard output or error, without its line break; text ended by a carriage return
  // is a line of its own.
  virtual void output_line(std::string_view line) = 0;
  virtual void error_line(std::string_view) {}

  // An event sent by the program itself.
  virtual void event_seen(const Event&) {}

  // A point that a tracker of the program wrote to its files.
  virtual void tracker_seen() {}

  // The number of the point that is waiting for additional information, 0: none. After a moment
  // give_up_waiting() reports it as it is.
  virtual std::int64_t waiting() const { return 0; }
  virtual void give_up_waiting() {}

  // look_around() is called every few seconds, finish() when all output has been read.
  virtual void look_around() {}
  virtual void finish() {}
};

// Whether what only the first process of a run prints is read.
bool reads_one_process(const MetricsReading& reading);

// What a run is told when lines are left out (LineBudget).
MessageEvent thinned_message();

// With a pattern, whatever kind it is, only lines that fit are read. `checkpoints`: where
// trainer_state.json may appear. Null for ScriptMetrics::none.
std::unique_ptr<MetricsReader> make_metrics_reader(const MetricsReading& reading,
                                                   const std::filesystem::path& checkpoints,
                                                   MetricsReader::Emit emit);

}  // namespace trainyard::agent
