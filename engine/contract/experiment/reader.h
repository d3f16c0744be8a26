// SPDX-License-Identifier: GPL-3.0-or-later
// From text to experiment: processes the parser's events, so that duplicate keys, aliases, tags and
// second documents are detected, and reports every problem with its line and column, not only the
// first.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"

namespace trainyard {

struct Document {
  Experiment experiment;  // with defaults where the text has nothing or something invalid
  std::vector<Diagnostic> diagnostics;  // of fields and rules, in document order
};

// `file` names the text in diagnostics. `overrides` are "path=value" from the command line, with
// values in YAML syntax; their diagnostics have the file "--set". Pure; never throws.
Document read_experiment(std::string_view text, const std::string& file,
                         std::span<const std::string> overrides = {});

// The same for a file: if it is missing, not a file, over 1 MiB or unreadable, this is an error,
// not a diagnostic.
Result<Document> read_experiment_file(const std::string& path,
                                      std::span<const std::string> overrides = {});

}  // namespace trainyard
