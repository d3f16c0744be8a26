// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/describe/diagnostic.h"

#include <algorithm>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

std::string on_one_line(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

Diagnostic make_diagnostic(Severity severity, std::string code, std::string path, Map arguments) {
  Diagnostic out;
  out.severity = severity;
  out.text = render_message(code, arguments);
  out.code = std::move(code);
  out.path = std::move(path);
  out.arguments = std::move(arguments);
  return out;
}

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
  // Most texts already contain their field.
  if (!diagnostic.path.empty() && diagnostic.text.find(diagnostic.path) == std::string::npos)
    out += diagnostic.path + ": ";
  return on_one_line(out + diagnostic.text);
}

void describe(Section<Diagnostic>& section) {
  section.field("severity", &Diagnostic::severity);
  section.field("code", &Diagnostic::code);
  section.field("path", &Diagnostic::path);
  section.field("file", &Diagnostic::file);
  section.field("line", &Diagnostic::line);
  section.field("column", &Diagnostic::column);
  section.field("arguments", &Diagnostic::arguments);
  section.field("text", &Diagnostic::text);
}

}  // namespace trainyard
