// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/mix_document.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/yaml_tree.h"
#include "engine/contract/messages.h"
#include "engine/data/instructions/formatters.h"

namespace trainyard {

namespace {

const std::vector<std::string> mix_keys = {"datasets", "splits", "shuffle_init", "shuffle_post"};
const std::vector<std::string> entry_keys = {"name",        "num_samples", "fraction", "map_fn",
                                             "config_name", "data_files",  "splits"};

Value scalar_value(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::scalar) return Value();
  if (!node.plain) return node.text;
  Scalar scalar = read_scalar(node.text);
  return scalar.kind == Scalar::Kind::value ? std::move(scalar.value) : Value(node.text);
}

bool is_null(const YamlNode& node) {
  return node.kind == YamlNode::Kind::null ||
         (node.kind == YamlNode::Kind::scalar && scalar_value(node).is_null());
}

std::string found_in(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::sequence) return "a list";
  if (node.kind == YamlNode::Kind::mapping) return "a mapping";
  if (node.kind == YamlNode::Kind::null) return "nothing";
  return node.text.size() <= 60 ? node.text
                                : "a text of " + std::to_string(node.text.size()) + " bytes";
}

class MixReader {
 public:
  MixReader(MixDocument& document, const std::string& file) : document_(document), file_(file) {}

  void read(const YamlTree& tree) {
    for (Diagnostic diagnostic : tree.diagnostics) {
      diagnostic.file = file_;
      document_.diagnostics.push_back(std::move(diagnostic));
    }
    if (!tree.complete || tree.root.broken) return;
    if (tree.root.kind != YamlNode::Kind::mapping)
      return report(tree.root, "mix.no_mapping", {{"found", found_in(tree.root)}});
    Mix& mix = document_.mix;
    for (const auto& [key, value] : tree.root.entries) {
      path_ = key.text;
      if (is_unknown(key, mix_keys) || is_empty(value)) continue;
      if (key.text == "datasets") read_entries(value);
      if (key.text == "splits") read_names(value, mix.splits);
      if (key.text == "shuffle_init") read_flag(value, mix.shuffle_init);
      if (key.text == "shuffle_post") read_flag(value, mix.shuffle_post);
    }
    path_.clear();
    if (!find_entry(tree.root, "datasets")) report(tree.root, "mix.no_entries", {});
  }

 private:
  void report(const YamlNode& node, const char* code, Map arguments) {
    Diagnostic diagnostic = make_diagnostic(Severity::error, code, path_, std::move(arguments));
    diagnostic.file = file_;
    diagnostic.line = node.line;
    diagnostic.column = node.column;
    document_.diagnostics.push_back(std::move(diagnostic));
  }
  void wrong_type(const YamlNode& node, const char* expected) {
    report(node, "field.wrong_type",
           {{"field", path_}, {"expected", expected}, {"found", found_in(node)}});
  }
  bool is_unknown(const YamlNode& key, const std::vector<std::string>& keys) {
    if (std::ranges::find(keys, key.text) != keys.end()) return false;
    Error error = unknown_key(key.text, path_, keys);
    report(key, error.code.c_str(), std::move(error.arguments));
    return true;
  }
  // It has been reported, or is written without a value, which counts as absent.
  static bool is_empty(const YamlNode& value) { return value.broken || is_null(value); }

  void read_entries(const YamlNode& list) {
    if (list.kind != YamlNode::Kind::sequence || list.items.empty())
      return wrong_type(list, "a list of data sets");
    for (std::size_t i = 0; i < list.items.size(); ++i)
      read_entry(list.items[i], "datasets." + std::to_string(i + 1));
  }
  void read_entry(const YamlNode& node, const std::string& path) {
    path_ = path;
    if (node.broken) return;
    if (node.kind != YamlNode::Kind::mapping) return wrong_type(node, "a mapping");
    MixEntry entry{.line = node.line};
    for (const auto& [key, value] : node.entries) {
      path_ = path + "." + key.text;
      if (!is_unknown(key, entry_keys) && !is_empty(value)) read_member(key.text, value, entry);
    }
    path_ = path;
    if (entry.name.empty()) missing(node, ".name", "name: json");
    // null: records as they are, as instructions.formatter has it.
    if (!find_entry(node, "map_fn")) missing(node, ".map_fn", "map_fn: alpaca_chat");
    if (has(node, "num_samples") && has(node, "fraction")) report(node, "mix.both_amounts", {});
    document_.mix.entries.push_back(std::move(entry));
  }
  static bool has(const YamlNode& node, const char* key) {
    const auto* entry = find_entry(node, key);
    return entry && !is_empty(entry->second);
  }
  void missing(const YamlNode& node, const char* key, const char* example) {
    report(node, "field.missing", {{"field", path_ + key}, {"example", example}});
  }
  void read_member(const std::string& key, const YamlNode& value, MixEntry& entry) {
    if (key == "name") read_text(value, entry.name);
    if (key == "num_samples") read_count(value, entry.num_samples);
    if (key == "fraction") read_fraction(value, entry.fraction);
    if (key == "map_fn") read_format(value, entry.format);
    if (key == "config_name") read_text(value, entry.config_name.emplace());
    if (key == "data_files") read_files(value, entry.files);
    if (key == "splits") read_names(value, entry.splits);
  }
  void read_text(const YamlNode& node, std::string& text) {
    if (node.kind != YamlNode::Kind::scalar || node.text.empty()) return wrong_type(node, "a text");
    text = node.text;
  }
  void read_flag(const YamlNode& node, bool& flag) {
    const Value value = scalar_value(node);
    const bool* truth = value.get_if<bool>();
    if (!truth) return wrong_type(node, "true or false");
    flag = *truth;
  }
  void read_count(const YamlNode& node, std::optional<std::int64_t>& count) {
    const Value value = scalar_value(node);
    const auto* whole = value.get_if<std::int64_t>();
    if (!whole || *whole <= 0) return wrong_type(node, "a whole number above 0");
    count = *whole;
  }
  void read_fraction(const YamlNode& node, std::optional<double>& fraction) {
    const Value value = scalar_value(node);
    const auto* whole = value.get_if<std::int64_t>();
    const auto* real = value.get_if<double>();
    const double number = whole ? static_cast<double>(*whole) : real ? *real : -1;
    if (!(number >= 0) || !std::isfinite(number)) return wrong_type(node, "a number from 0 on");
    fraction = number;
  }
  void read_format(const YamlNode& node, std::string& format) {
    read_text(node, format);
    if (format.empty() || find_formatter(format)) return;
    Map arguments{{"name", format}};
    const auto near = nearest_formatter(format);
    if (near) arguments.emplace_back("nearest", *near);
    report(node, near ? "mix.no_format_near" : "mix.no_format", std::move(arguments));
  }
  // A single text counts as a list.
  void read_names(const YamlNode& node, std::vector<std::string>& names) {
    const bool is_one = node.kind == YamlNode::Kind::scalar && !node.text.empty();
    if (!is_one && (node.kind != YamlNode::Kind::sequence || node.items.empty()))
      return wrong_type(node, "a text or a list of texts");
    names.clear();
    if (is_one) names.push_back(node.text);
    for (const YamlNode& item : node.items) {
      if (item.broken) continue;
      if (item.kind == YamlNode::Kind::scalar && !item.text.empty())
        names.push_back(item.text);
      else
        wrong_type(item, "a text");
    }
  }
  void read_files(const YamlNode& node, MixFiles& files) {
    if (node.kind != YamlNode::Kind::mapping) {
      read_names(node, files.emplace_back("train", std::vector<std::string>()).second);
      return;
    }
    const std::string path = path_;
    for (const auto& [split, names] : node.entries) {
      path_ = path + "." + split.text;
      if (!is_empty(names))
        read_names(names, files.emplace_back(split.text, std::vector<std::string>()).second);
    }
    path_ = path;
  }

  MixDocument& document_;
  const std::string& file_;
  std::string path_;  // path of the value being read
};

}  // namespace

MixDocument read_mix(std::string_view text, const std::string& file) {
  MixDocument document;
  MixReader(document, file).read(parse_yaml(text));
  std::ranges::stable_sort(document.diagnostics, {}, [](const Diagnostic& diagnostic) {
    return std::pair(diagnostic.line, diagnostic.column);
  });
  return document;
}

}  // namespace trainyard
