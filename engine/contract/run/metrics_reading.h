// SPDX-License-Identifier: GPL-3.0-or-later
// How the curves of a program are read from what it prints: the metrics settings of a command or a
// job script, and what `yard-agent read` is asked on its standard input.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/describe/record.h"
#include "engine/contract/experiment/script.h"

namespace trainyard {

struct MetricsReading {
  ScriptMetrics kind = ScriptMetrics::none;
  std::string pattern;                 // the only lines that are read (LinePattern); empty: all
  std::string step;                    // the printed name whose number is the step; empty: found
  std::vector<std::string> leave_out;  // names of curves, with or without "train/"
};

inline void describe(Section<MetricsReading>& section) {
  section.field("kind", &MetricsReading::kind);
  section.field("pattern", &MetricsReading::pattern);
  section.field("step", &MetricsReading::step);
  section.field("leave_out", &MetricsReading::leave_out);
}

// The last line that `yard-agent read` prints, after the events that it read.
struct MetricsReadingEnd {
  std::int64_t lines = 0;  // that were there
  bool is_cut = false;     // there were more points than are read at once
};

inline void describe(Section<MetricsReadingEnd>& section) {
  section.field("lines", &MetricsReadingEnd::lines).required();
  section.field("is_cut", &MetricsReadingEnd::is_cut);
}

}  // namespace trainyard
