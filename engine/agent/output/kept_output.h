// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank has printed, read again from the files of its attempt in the order in which it came.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/agent/output/output_files.h"

namespace trainyard::agent {

struct KeptLine {
  OutputKind kind = OutputKind::output;
  std::string_view text;  // without its end; text ended by a carriage return is a line of its own
  double time = 0;        // Unix seconds, when it was complete; 0: not known
};

// The ranks of which there is output, ascending.
std::vector<int> kept_ranks(const std::filesystem::path& attempt);

// Passes each line to `on_line` until it returns false. The text is that of the rank's own files;
// the order and the times are those of merged.log, as far as that reaches.
void read_kept_output(const std::filesystem::path& attempt, int rank,
                      const std::function<bool(const KeptLine&)>& on_line);

}  // namespace trainyard::agent
