// SPDX-License-Identifier: GPL-3.0-or-later
// A finding about a document: where it is, what is wrong, what to do.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/describe/record.h"
#include "engine/contract/value.h"

namespace trainyard {

enum class Severity { error, warning, info };
template <>
struct Names<Severity> {
  static constexpr std::pair<Severity, std::string_view> all[] = {
      {Severity::error, "error"}, {Severity::warning, "warning"}, {Severity::info, "info"}};
};

// `code` is dotted and stable; `arguments` are named, so that other languages can render them;
// `text` is the English rendering. `path` is the field ("optimizer.learning_rate"), empty for the
// whole document. Lines and columns start at 1; 0 means unknown.
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
void describe(Section<Diagnostic>& section);

// The only way to create one: `text` is rendered from the table of messages.
Diagnostic make_diagnostic(Severity severity, std::string code, std::string path, Map arguments);

bool has_errors(const std::vector<Diagnostic>& diagnostics);

// "experiment.yaml:12:3: error: optimizer.learning_rate: must be above 0" in the style of
// compilers, without a line break.
std::string to_line(const Diagnostic& diagnostic);

}  // namespace trainyard
