// SPDX-License-Identifier: GPL-3.0-or-later
// One finding about a document: where it is, what is wrong, what to do.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/value.h"

namespace trainyard {

enum class Severity { error, warning, info };

// `code` is dotted and stable; `arguments` are named, so that other languages can render them;
// `text` is the English rendering. `path` is the field ("optimizer.learning_rate"), empty for the
// whole document. Lines and columns count from 1; 0 means unknown.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  std::string path;
  std::string file;
  int line = 0;
  int column = 0;
  Map arguments;
  std::string text;
};

bool has_errors(const std::vector<Diagnostic>& diagnostics);

// "experiment.yaml:12:3: error: optimizer.learning_rate: must be above 0" as compilers print it,
// without a line break.
std::string to_line(const Diagnostic& diagnostic);

// One JSON object with the keys severity, code, path, file, line, column, arguments, text.
std::string to_json(const Diagnostic& diagnostic);

// The reverse, from the parsed object; what is missing or of another type keeps its default.
Diagnostic diagnostic_from(const Map& map);

}  // namespace trainyard
