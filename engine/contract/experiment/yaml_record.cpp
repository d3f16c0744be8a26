// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/yaml_record.h"

#include <algorithm>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

class MappingReader {
 public:
  explicit MappingReader(std::vector<Diagnostic>& problems) : problems_(problems) {}

  Map read(const YamlNode& node, const std::vector<FieldDescription>& fields,
           const std::string& prefix) {
    Map map;
    if (node.broken) return map;
    if (node.kind != YamlNode::Kind::mapping && node.kind != YamlNode::Kind::null) {
      const std::string path = prefix.substr(0, prefix.size() - (prefix.empty() ? 0 : 1));
      report(node, path, "field.not_mapping",
             {{"field", path.empty() ? "the document" : path},
              {"found", node.kind == YamlNode::Kind::sequence ? "a list" : "text"}});
      return map;
    }
    for (const auto& [key, value] : node.entries) {
      const std::string path = prefix + key.text;
      const auto field = std::ranges::find(fields, key.text, &FieldDescription::key);
      if (field == fields.end())
        unknown(key, path, fields);
      else if (!value.broken && value.kind != YamlNode::Kind::null)
        map.emplace_back(key.text, value_of(*field, value, path));
    }
    for (const FieldDescription& field : fields)
      if (field.required && !find(map, field.key))
        report(node, prefix + field.key, "field.missing",
               {{"field", prefix + field.key}, {"example", field.key + ": ..."}});
    return map;
  }

 private:
  Value value_of(const FieldDescription& field, const YamlNode& node, const std::string& path) {
    if (field.members && field.kind == Kind::record) return read(node, field.members(), path + ".");
    if (field.members && node.kind == YamlNode::Kind::sequence) {
      List items;
      for (std::size_t i = 0; i < node.items.size(); ++i)
        items.emplace_back(
            read(node.items[i], field.members(), path + "[" + std::to_string(i) + "]."));
      return items;
    }
    FieldDescription named = field;
    named.path = path;
    FieldReading reading = read_field(named, node);
    if (reading.value) reading.problems = check_field(named, *reading.value);
    for (FieldProblem& problem : reading.problems)
      report(item_of(node, problem.item), path, problem.code, std::move(problem.arguments));
    return reading.value.value_or(Value());
  }
  void unknown(const YamlNode& key, const std::string& path,
               const std::vector<FieldDescription>& fields) {
    std::vector<std::string> keys;
    for (const FieldDescription& field : fields) keys.push_back(field.key);
    Error error = unknown_key(key.text, path, keys);
    report(key, path, std::move(error.code), std::move(error.arguments));
  }
  void report(const YamlNode& node, const std::string& path, std::string code, Map arguments) {
    Diagnostic problem =
        make_diagnostic(Severity::error, std::move(code), path, std::move(arguments));
    problem.line = node.line;
    problem.column = node.column;
    problems_.push_back(std::move(problem));
  }

  std::vector<Diagnostic>& problems_;
};

}  // namespace

Map read_yaml_mapping(const YamlNode& node, const std::vector<FieldDescription>& fields,
                      std::vector<Diagnostic>& problems) {
  return MappingReader(problems).read(node, fields, {});
}

}  // namespace trainyard
