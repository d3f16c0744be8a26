// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/diagnostic.h"

#include <algorithm>
#include <string_view>

#include "engine/contract/json.h"

namespace trainyard {
namespace {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::info:
      return "info";
  }
  return "error";
}

std::string on_one_line(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string to_line(const Diagnostic& diagnostic) {
  std::string out;
  if (!diagnostic.file.empty()) {
    out += diagnostic.file;
    if (diagnostic.line > 0) out += ":" + std::to_string(diagnostic.line);
    if (diagnostic.line > 0 && diagnostic.column > 0)
      out += ":" + std::to_string(diagnostic.column);
    out += ": ";
  }
  out += name_of(diagnostic.severity);
  out += ": ";
  // Most texts name their field themselves.
  if (!diagnostic.path.empty() && diagnostic.text.find(diagnostic.path) == std::string::npos)
    out += diagnostic.path + ": ";
  return on_one_line(out + diagnostic.text);
}

std::string to_json(const Diagnostic& diagnostic) {
  return to_json(Value(Map{{"severity", std::string(name_of(diagnostic.severity))},
                           {"code", diagnostic.code},
                           {"path", diagnostic.path},
                           {"file", diagnostic.file},
                           {"line", diagnostic.line},
                           {"column", diagnostic.column},
                           {"arguments", diagnostic.arguments},
                           {"text", diagnostic.text}}));
}

Diagnostic diagnostic_from(const Map& map) {
  Diagnostic diagnostic;
  const auto severity = get<std::string>(map, "severity");
  for (const Severity candidate : {Severity::warning, Severity::info})
    if (severity == name_of(candidate)) diagnostic.severity = candidate;
  diagnostic.code = get<std::string>(map, "code");
  diagnostic.path = get<std::string>(map, "path");
  diagnostic.file = get<std::string>(map, "file");
  diagnostic.line = static_cast<int>(get<std::int64_t>(map, "line"));
  diagnostic.column = static_cast<int>(get<std::int64_t>(map, "column"));
  diagnostic.arguments = get<Map>(map, "arguments");
  diagnostic.text = get<std::string>(map, "text");
  return diagnostic;
}

}  // namespace trainyard
