// SPDX-License-Identifier: GPL-3.0-or-later
// Points from a command that prints a JSON object a line.
#pragma once

#include "engine/agent/output/metrics_reader.h"

namespace trainyard::agent {

// `step`, `epoch` and `tokens` are taken as such; every other number, also one that is not finite,
// as Python's json module writes it (NaN) or in quotes, becomes a value under its own key. Lines
// that are no object, or hold no number, are output like any other.
class JsonlOutput : public MetricsReader {
 public:
  explicit JsonlOutput(Emit emit) : emit_(std::move(emit)) {}
  void output_line(std::string_view line) override;

 private:
  Emit emit_;
};

// The number that a JSON value means: an integer, a real, or "NaN", "Infinity", "-Infinity".
std::optional<double> number_of(const Value& value);

}  // namespace trainyard::agent
