// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/overrides.h"

#include <algorithm>
#include <tuple>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

void report(Document& document, std::string code, const std::string& path, Map arguments) {
  Diagnostic diagnostic =
      make_diagnostic(Severity::error, std::move(code), path, std::move(arguments));
  diagnostic.file = kOverrideFile;
  document.diagnostics.push_back(std::move(diagnostic));
}

void report_unknown(Document& document, const std::string& path) {
  const auto in_section = std::find_if(fields().begin(), fields().end(),
                                       [&](const FieldInfo& f) { return f.section == path; });
  if (!path.empty() && in_section != fields().end())
    return report(document, "override.section", path,
                  {{"field", path}, {"example", in_section->path}});
  std::vector<std::string> all;
  for (const FieldInfo& field : fields()) all.push_back(field.path);
  if (const auto near = nearest(path, all))
    return report(document, "override.unknown_near", path, {{"field", path}, {"nearest", *near}});
  // The section is missing: learning_rate=1e-3
  for (const FieldInfo& field : fields())
    if (field.key == path)
      return report(document, "override.unknown_near", path,
                    {{"field", path}, {"nearest", field.path}});
  report(document, "override.unknown", path, {{"field", path}});
}

// The mapping field that the path refers into, and the key inside it.
std::pair<const FieldInfo*, std::string> find_mapping(const std::string& path) {
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1)) {
    const FieldInfo* field = find_field(path.substr(0, dot));
    if (field && (field->kind == Kind::text_map || field->kind == Kind::value_map))
      return {field, path.substr(dot + 1)};
  }
  return {nullptr, {}};
}

YamlNode text_node(const std::string& text) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = text;
  node.plain = false;
  return node;
}

YamlNode list_node(YamlNode item) {
  YamlNode node;
  node.kind = YamlNode::Kind::sequence;
  node.items.push_back(std::move(item));
  return node;
}

// Parses the value's text as YAML; if a text is required and YAML does not read a scalar, takes the
// characters literally.
YamlNode read_spelling(const FieldInfo& field, const std::string& key, const std::string& text,
                       Document& document) {
  YamlTree tree = parse_yaml(text);
  const bool wants_text = field.kind == Kind::text || field.kind == Kind::choice ||
                          (field.kind == Kind::text_map && !key.empty());
  const auto is_a = [&](YamlNode::Kind kind) {
    return tree.complete && tree.diagnostics.empty() && tree.root.kind == kind;
  };
  const bool is_no_text = field.nullable && key.empty() && is_a(YamlNode::Kind::null);
  if (wants_text && !field.nullable && text.empty()) return text_node(text);
  if (wants_text && !is_a(YamlNode::Kind::scalar) && !is_no_text && !text.empty())
    return text_node(text);
  for (Diagnostic& diagnostic : tree.diagnostics) {
    diagnostic.file = kOverrideFile;
    diagnostic.path = field.path;
    diagnostic.line = diagnostic.column = 0;
    document.diagnostics.push_back(std::move(diagnostic));
    tree.root.broken = true;
  }
  return std::move(tree.root);
}

Value merged(const FieldInfo& field, const Experiment& experiment, const std::string& key,
             Value value) {
  Map map = *field.get(experiment).get_if<Map>();
  const auto present =
      std::find_if(map.begin(), map.end(), [&](const auto& entry) { return entry.first == key; });
  if (present == map.end())
    map.emplace_back(key, std::move(value));
  else
    present->second = std::move(value);
  return map;
}

void apply(const FieldInfo& field, const std::string& key, const std::string& text,
           Document& document) {
  YamlNode node = read_spelling(field, key, text, document);
  if (node.broken) return;
  const bool is_null =
      node.kind == YamlNode::Kind::scalar && node.plain && read_scalar(node.text).value.is_null();
  if (field.kind == Kind::text_list && node.kind == YamlNode::Kind::scalar && !is_null)
    node = list_node(text_node(text));  // a single text counts as a list
  if (!key.empty()) {
    YamlNode map;
    map.kind = YamlNode::Kind::mapping;
    map.entries.emplace_back(text_node(key), std::move(node));
    node = std::move(map);
  }
  FieldReading reading = read_field(field, node);
  if (reading.value && !key.empty())
    reading.value = merged(field, document.experiment, key,
                           std::move(std::get<Map>(*reading.value).front().second));
  if (reading.value) reading.problems = check_field(field, *reading.value);
  for (FieldProblem& problem : reading.problems)
    report(document, std::move(problem.code), field.path, std::move(problem.arguments));
  if (!reading.value || !reading.problems.empty()) return;
  field.set(document.experiment, *reading.value);
}

}  // namespace

std::vector<std::string> apply_overrides(std::span<const std::string> overrides,
                                         Document& document) {
  std::vector<std::string> out;
  for (const std::string& text : overrides) {
    const auto equals = text.find('=');
    if (equals == text.npos || equals == 0) {
      report(document, "override.form", "", {{"override", text}});
      continue;
    }
    const std::string path = text.substr(0, equals);
    const FieldInfo* field = find_field(path);
    std::string key;
    if (field == nullptr) std::tie(field, key) = find_mapping(path);
    if (field == nullptr) {
      report_unknown(document, path);
      continue;
    }
    apply(*field, key, text.substr(equals + 1), document);
    out.push_back(field->path);
  }
  return out;
}

}  // namespace trainyard
