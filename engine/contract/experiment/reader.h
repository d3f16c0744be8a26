// SPDX-License-Identifier: GPL-3.0-or-later
// From text to experiment: reads the parser's events, so that duplicate keys, aliases, tags and
// second documents are seen, and reports every problem with its line and column, not only the
// first.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"

namespace trainyard {

struct Document {
  Experiment experiment;                // defaults where the text says nothing or something wrong
  std::vector<Diagnostic> diagnostics;  // fields and rules, in document order
};

// `file` names the text in diagnostics. `overrides` are "path=value" from the command line, value
// in YAML's spelling; their diagnostics have the file "--set". Pure; never throws.
Document read_experiment(std::string_view text, const std::string& file,
                         std::span<const std::string> overrides = {});

// The same from a file: not there, not a file, over 1 MiB or unreadable is an error, not a
// diagnostic.
Result<Document> read_experiment_file(const std::string& path,
                                      std::span<const std::string> overrides = {});

}  // namespace trainyard
