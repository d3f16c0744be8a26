// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics from the lines that fit a pattern which the person gave, and from nothing else.
#pragma once

#include <string>

#include "engine/agent/output/metrics_reader.h"
#include "engine/contract/line_pattern.h"

namespace trainyard::agent {

class PatternOutput : public MetricsReader {
 public:
  // `text` is what `pattern` was read from.
  PatternOutput(LinePattern pattern, std::string text, Emit emit)
      : pattern_(std::move(pattern)), text_(std::move(text)), emit_(std::move(emit)) {}

  void output_line(std::string_view line) override;
  void error_line(std::string_view line) override { output_line(line); }
  void finish() override;

 private:
  LinePattern pattern_;
  std::string text_, plain_;
  Emit emit_;
  std::int64_t num_points_ = 0;
  bool has_lines_ = false;
};

}  // namespace trainyard::agent
