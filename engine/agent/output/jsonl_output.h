// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of a command that prints one JSON object per line.
#pragma once

#include "engine/agent/output/metrics_reader.h"

namespace trainyard::agent {

// `step`, `epoch` and `tokens` have their usual meaning; every other number becomes a value under
// its key, including non-finite ones as written by Python's json module (NaN) or in quotes. Lines
// that are not an object, or contain no number, are ordinary output.
class JsonlOutput : public MetricsReader {
 public:
  explicit JsonlOutput(Emit emit) : emit_(std::move(emit)) {}
  void output_line(std::string_view line) override;

 private:
  Emit emit_;
};

// Returns the number that a JSON value represents: an integer, a real, or "NaN", "Infinity",
// "-Infinity".
std::optional<double> number_of(const Value& value);

}  // namespace trainyard::agent
