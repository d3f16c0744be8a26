// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/placeholders.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/search_space.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr std::string_view placeholder_begin = "{{", placeholder_end = "}}";
// Before a placeholder, so that it stays as it is.
constexpr char literal_mark = '\\';

// Texts as they are, the rest as a document has it; nothing at all for a null.
std::string word_of(const Value& value) {
  if (value.is_null()) return {};
  const auto* text = value.get_if<std::string>();
  return text ? *text : spell(value);
}

std::optional<Value> value_at(const Experiment& experiment, const std::string& path) {
  const FieldInfo* field = find_search_field(path);
  if (!field) return std::nullopt;
  const Value value = field->get(experiment);
  if (field->path == path) return value;
  const Map* map = value.get_if<Map>();
  const Value* entry = map ? find(*map, path.substr(field->path.size() + 1)) : nullptr;
  return entry ? std::optional(*entry) : std::nullopt;
}

bool is_of_path(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

// The path between two braces; empty if there is something else, which is the program's own.
std::string path_in(std::string_view inside) {
  while (inside.starts_with(' ')) inside.remove_prefix(1);
  while (inside.ends_with(' ')) inside.remove_suffix(1);
  if (inside.empty() || (inside.front() >= '0' && inside.front() <= '9')) return {};
  for (const char c : inside)
    if (!is_of_path(c)) return {};
  return std::string(inside);
}

// Replaces each path in the text by what `word` has for it.
using WordOf = std::function<std::optional<std::string>(const std::string& path)>;
std::string filled(const std::string& given, const WordOf& word) {
  std::string out;
  std::string_view rest = given;
  for (;;) {
    const auto begin = rest.find(placeholder_begin);
    const auto end = begin == rest.npos ? begin : rest.find(placeholder_end, begin + 2);
    if (end == rest.npos) return out.append(rest);
    const std::string path = path_in(rest.substr(begin + 2, end - begin - 2));
    const bool is_literal = begin > 0 && rest[begin - 1] == literal_mark && !path.empty();
    const auto found = path.empty() || is_literal ? std::nullopt : word(path);
    // What is no placeholder may still contain the beginning of one.
    const auto taken = found ? end + 2 : begin + 1;
    out.append(rest.substr(0, found ? begin : begin + 1));
    if (is_literal) out.erase(out.size() - 2, 1);
    if (found) out.append(*found);
    rest.remove_prefix(taken);
  }
}

// Each text with placeholders, with the path of its field.
void each_text(Experiment& experiment,
               const std::function<void(const char* field, std::string& text)>& visit) {
  if (experiment.workload == Workload::engine) return;
  if (experiment.workload == Workload::command)
    for (std::string& argument : experiment.command.arguments) visit("command.arguments", argument);
  if (experiment.workload == Workload::script)
    for (std::string& argument : experiment.script.arguments) visit("script.arguments", argument);
  for (auto& [name, value] : experiment.environment.variables)
    if (value) visit("environment.variables", *value);
}

// Whether the path is meant as one of the document: words in two braces that begin with no section
// are templates of the program, such as {{ messages }}.
bool is_of_document(const std::string& path) {
  const std::string section = path.substr(0, path.find('.'));
  return section.size() < path.size() &&
         std::ranges::find(fields(), section, &FieldInfo::section) != fields().end();
}

Diagnostic unknown_path(const char* place, const std::string& path) {
  Map arguments{{"field", place}, {"path", path}};
  std::vector<std::string> known;
  for (const FieldInfo& field : fields()) known.push_back(field.path);
  // The entry of a mapping may have any name.
  const auto near = find_search_field(path) ? std::nullopt : nearest(path, known);
  if (near) arguments.emplace_back("nearest", *near);
  return make_diagnostic(Severity::error, near ? "placeholder.unknown_near" : "placeholder.unknown",
                         place, std::move(arguments));
}

}  // namespace

Experiment with_values_filled(Experiment experiment) {
  const Experiment values = experiment;
  each_text(experiment, [&](const char*, std::string& text) {
    text = filled(text, [&](const std::string& path) -> std::optional<std::string> {
      const auto value = value_at(values, path);
      return value ? std::optional(word_of(*value)) : std::nullopt;
    });
  });
  return experiment;
}

std::string searched_variable(const std::string& name) {
  return std::string(placeholder_begin) + " environment.variables." + name + " " +
         std::string(placeholder_end);
}

std::vector<Diagnostic> check_placeholders(const Experiment& given) {
  std::vector<Diagnostic> out;
  Experiment experiment = given;
  each_text(experiment, [&](const char* place, std::string& text) {
    filled(text, [&](const std::string& path) -> std::optional<std::string> {
      if (is_of_document(path) && !value_at(given, path) && !find(given.search.space, path))
        out.push_back(unknown_path(place, path));
      return std::string();
    });
  });
  return out;
}

}  // namespace trainyard
