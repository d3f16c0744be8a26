// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/reader.h"

#include <algorithm>
#include <unordered_map>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/overrides.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/yaml_bytes.h"
#include "engine/contract/experiment/yaml_tree.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {
namespace {

struct At {
  int line = 0, column = 0;
};

std::string with_section(const std::string& section, const std::string& key) {
  return section.empty() ? key : section + "." + key;
}

// Walks the tree along with the description and fills the experiment.
class DocumentReader {
 public:
  DocumentReader(Document& document, const std::string& file) : document_(document), file_(file) {}

  void read(const YamlTree& tree) {
    for (Diagnostic diagnostic : tree.diagnostics)
      add(std::move(diagnostic), {diagnostic.line, diagnostic.column});
    if (tree.root.kind == YamlNode::Kind::null && tree.complete && !tree.root.broken) {
      add(make_diagnostic(Severity::error, "document.empty", "", {}), {1, 1});
    } else if (tree.root.kind == YamlNode::Kind::mapping) {
      read_top(tree.root);
    } else if (tree.complete && !tree.root.broken) {
      const bool is_list = tree.root.kind == YamlNode::Kind::sequence;
      report(tree.root, "document.not_mapping", "", {{"kind", is_list ? "a list" : "text"}});
    }
  }
  bool has(const std::string& path) const { return places_.contains(path); }

  // The place of a field, or of the section that it belongs to.
  At place_of(std::string path) const {
    for (;;) {
      if (const auto found = places_.find(path); found != places_.end()) return found->second;
      const auto dot = path.rfind('.');
      if (dot == path.npos) return {};
      path.resize(dot);
    }
  }
  void add(Diagnostic diagnostic, At at) {
    diagnostic.file = file_;
    diagnostic.line = at.line;
    diagnostic.column = at.column;
    document_.diagnostics.push_back(std::move(diagnostic));
  }

 private:
  void report(const YamlNode& node, std::string code, std::string path, Map arguments,
              Severity severity = Severity::error) {
    add(make_diagnostic(severity, std::move(code), std::move(path), std::move(arguments)),
        {node.line, node.column});
  }
  void read_top(const YamlNode& root) {
    for (const auto& [key, value] : root.entries) {
      const bool is_section =
          std::find(sections().begin(), sections().end(), key.text) != sections().end();
      if (is_section)
        read_section(key, value);
      else
        read_entry("", root, key, value);
    }
  }
  void read_section(const YamlNode& key, const YamlNode& value) {
    places_[key.text] = {key.line, key.column};
    if (value.broken || value.kind == YamlNode::Kind::null)
      return;  // a section whose lines are all commented out
    if (value.kind != YamlNode::Kind::mapping) {
      const bool is_list = value.kind == YamlNode::Kind::sequence;
      report(value, "field.section_type", key.text,
             {{"field", key.text}, {"found", is_list ? Value("a list") : Value(value.text)}});
      return;
    }
    for (const auto& [inner_key, inner] : value.entries)
      read_entry(key.text, value, inner_key, inner);
  }
  void read_entry(const std::string& section, const YamlNode& mapping, const YamlNode& key,
                  const YamlNode& value) {
    const std::string path = with_section(section, key.text);
    if (const FieldInfo* field = find_field(path)) return read_value(*field, key, value);
    if (const FieldInfo* field = find_former(section, key.text))
      return read_former(*field, mapping, key, value);
    const auto near = suggestion(section, key.text);
    Map arguments{{"key", path}};
    if (near) arguments.emplace_back("nearest", *near);
    report(key, near ? "key.unknown_near" : "key.unknown", path, std::move(arguments));
  }
  void read_former(const FieldInfo& field, const YamlNode& mapping, const YamlNode& key,
                   const YamlNode& value) {
    const bool is_double = find_entry(mapping, field.key) != nullptr;
    report(key, is_double ? "key.former_and_new" : "key.former", field.path,
           {{"former", key.text}, {"key", field.key}},
           is_double ? Severity::error : Severity::warning);
    if (!is_double) read_value(field, key, value);
  }
  void read_value(const FieldInfo& field, const YamlNode& key, const YamlNode& value) {
    places_[field.path] = value.kind == YamlNode::Kind::null ? At{key.line, key.column}
                                                             : At{value.line, value.column};
    for (const auto& [inner_key, inner] : value.entries)
      places_[field.path + "." + inner_key.text] = {inner_key.line, inner_key.column};
    FieldReading reading = read_field(field, value);
    if (reading.value) reading.problems = check_field(field, *reading.value);
    for (FieldProblem& problem : reading.problems) {
      const YamlNode& node = item_of(value, problem.item);
      const At at =
          node.kind == YamlNode::Kind::null ? places_[field.path] : At{node.line, node.column};
      add(make_diagnostic(Severity::error, std::move(problem.code), field.path,
                          std::move(problem.arguments)),
          at);
    }
    if (reading.value && field.path == "format")
      check_format(value, *reading.value->get_if<std::int64_t>());
    if (reading.value && reading.problems.empty()) field.set(document_.experiment, *reading.value);
  }
  void check_format(const YamlNode& node, std::int64_t format) {
    const std::int64_t supported = Experiment().format;
    if (format > supported)
      report(node, "document.format", "format", {{"format", format}, {"supported", supported}});
  }
  static const FieldInfo* find_former(const std::string& section, const std::string& key) {
    for (const FieldInfo& field : fields())
      if (field.section == section && std::find(field.former_keys.begin(), field.former_keys.end(),
                                                key) != field.former_keys.end())
        return &field;
    return nullptr;
  }
  // The nearest key in the same section, else the same key in another section.
  static std::optional<std::string> suggestion(const std::string& section, const std::string& key) {
    std::vector<std::string> candidates;
    for (const FieldInfo& field : fields())
      if (field.section == section) candidates.push_back(field.key);
    if (section.empty()) candidates.insert(candidates.end(), sections().begin(), sections().end());
    for (const FieldInfo& field : fields())
      if (field.section != section && field.key == key) return field.path;
    if (auto near = nearest(key, candidates)) return with_section(section, *near);
    std::vector<std::string> all;
    for (const FieldInfo& field : fields()) all.push_back(field.key);
    if (const auto near = nearest(key, all))
      for (const FieldInfo& field : fields())
        if (field.key == *near) return field.path;
    return std::nullopt;
  }

  Document& document_;
  const std::string& file_;
  std::unordered_map<std::string, At> places_;
};

bool comes_before(const Diagnostic& a, const Diagnostic& b) {
  const bool a_is_override = a.file == kOverrideFile, b_is_override = b.file == kOverrideFile;
  if (a_is_override != b_is_override) return b_is_override;
  if ((a.line == 0) != (b.line == 0)) return b.line == 0;  // those without a location come last
  return std::pair(a.line, a.column) < std::pair(b.line, b.column);
}

// If a field already has a problem, rules about it are noise.
bool is_about_known_problem(const Diagnostic& rule, const std::vector<Diagnostic>& known) {
  return std::any_of(known.begin(), known.end(), [&](const Diagnostic& d) {
    return d.severity == Severity::error && !d.path.empty() && d.path == rule.path;
  });
}

}  // namespace

Document read_experiment(std::string_view text, const std::string& file,
                         std::span<const std::string> overrides) {
  Document document;
  DocumentReader reader(document, file);
  const YamlTree tree = parse_yaml(text);
  reader.read(tree);
  const std::vector<std::string> overridden = apply_overrides(overrides, document);
  const auto is_overridden = [&](const std::string& path) {
    return std::find(overridden.begin(), overridden.end(), path) != overridden.end();
  };
  if (tree.complete) {
    if (!reader.has("name") && !is_overridden("name") && tree.root.kind == YamlNode::Kind::mapping)
      reader.add(make_diagnostic(Severity::error, "field.missing", "name",
                                 {{"field", "name"}, {"example", "name: my-run"}}),
                 {1, 1});
    const std::vector<Diagnostic> known = document.diagnostics;
    for (Diagnostic& diagnostic : check_rules(document.experiment)) {
      if (is_about_known_problem(diagnostic, known)) continue;
      const At at = reader.place_of(diagnostic.path);
      const bool from_override = is_overridden(diagnostic.path);
      reader.add(std::move(diagnostic), from_override ? At{} : at);
      if (from_override) document.diagnostics.back().file = kOverrideFile;
    }
  }
  std::stable_sort(document.diagnostics.begin(), document.diagnostics.end(), comes_before);
  return document;
}

Result<Document> read_experiment_file(const std::string& path,
                                      std::span<const std::string> overrides) {
  TRY(auto text, read_file(path, kDocumentLimit));
  return read_experiment(text, path, overrides);
}

}  // namespace trainyard
