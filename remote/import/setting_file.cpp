// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/setting_file.h"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/yaml_bytes.h"
#include "engine/contract/experiment/yaml_tree.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// Scans a text that is known to be JSON: only strings, brackets and line breaks matter.
class KeyWalk {
 public:
  KeyWalk(std::string_view json, const std::string& file) : json_(json), file_(file) {}

  Result<std::map<std::string, int>> lines() {
    for (at_ = 0; at_ < json_.size(); ++at_) {
      const char c = json_[at_];
      if (c == '\n') ++line_;
      if (c == '{' || c == '[') open(c == '[');
      if ((c == '}' || c == ']') && !open_.empty()) open_.pop_back();
      if (c == '"') {
        TRY(string());
      }
    }
    return std::move(lines_);
  }

 private:
  struct Level {
    bool is_list = false;
    std::string path;
    std::string key;
  };

  void open(bool is_list) {
    Level level{is_list, {}, {}};
    if (!open_.empty()) {
      level.is_list |= open_.back().is_list;
      level.path = open_.back().key;
    }
    open_.push_back(std::move(level));
  }
  Result<void> string() {
    const std::size_t begin = at_++;
    while (at_ < json_.size() && json_[at_] != '"') at_ += json_[at_] == '\\' ? 2 : 1;
    const std::size_t colon = json_.find_first_not_of(" \t\r\n", at_ + 1);
    const bool is_key = colon != json_.npos && json_[colon] == ':';
    if (!is_key || open_.empty() || open_.back().is_list) return {};
    TRY(const Value text, parse_json(json_.substr(begin, at_ + 1 - begin)));
    Level& level = open_.back();
    level.key = (level.path.empty() ? "" : level.path + ".") + *text.get_if<std::string>();
    const auto [first, is_new] = lines_.emplace(level.key, line_);
    if (!is_new)
      return make_error(
          "import.twice",
          {{"file", file_}, {"key", level.key}, {"first_line", first->second}, {"line", line_}});
    return {};
  }

  std::string_view json_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Level> open_;
  std::map<std::string, int> lines_;
};

// `json` must be accepted by parse_json. By path ("zero_optimization.stage"); keys inside lists are
// skipped. Error "import.twice": a duplicate key in an object.
Result<std::map<std::string, int>> key_lines(std::string_view json, const std::string& file) {
  return KeyWalk(json, file).lines();
}

constexpr std::size_t kSettingLimit = 2000;
// Settings do not have longer keys and deeper nesting; paths stay short.
constexpr std::size_t kKeyLimit = 128, kDeepestMapping = 8;

Error unreadable(const std::string& file, int line, Error why) {
  return make_error(
      "import.unreadable",
      {{"place", line > 0 ? file + ":" + std::to_string(line) : file}, {"why", as_argument(why)}});
}

std::string joined_key(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

// Flattens nested mappings into one list; true as long as the number of settings is plausible.
class Flattener {
 public:
  explicit Flattener(const std::string& file) : file_(file) {}

  bool add(const Map& map, const std::string& path, const std::map<std::string, int>& lines,
           std::size_t depth = 1) {
    for (const auto& [key, value] : map) {
      if (key.size() > kKeyLimit) return false;
      const std::string whole = joined_key(path, key);
      const Map* inner = value.get_if<Map>();
      if (inner && !inner->empty() && depth < kDeepestMapping) {
        if (!add(*inner, whole, lines, depth + 1)) return false;
        continue;
      }
      const auto line = lines.find(whole);
      if (!put(whole, value, line == lines.end() ? 0 : line->second)) return false;
    }
    return true;
  }
  bool add(const YamlNode& mapping, const std::string& path, std::size_t depth = 1) {
    for (const auto& [key, value] : mapping.entries) {
      if (key.text.size() > kKeyLimit) return false;
      const std::string whole = joined_key(path, key.text);
      const bool is_nested = value.kind == YamlNode::Kind::mapping && !value.entries.empty() &&
                             depth < kDeepestMapping;
      if (!(is_nested ? add(value, whole, depth + 1) : put(whole, value_of(value), key.line)))
        return false;
    }
    return true;
  }

  Settings settings;

 private:
  bool put(const std::string& key, Value value, int line) {
    settings.push_back({key, std::move(value), {file_, line, key}});
    return settings.size() <= kSettingLimit;
  }
  // A plain scalar according to YAML 1.2; ambiguous ones stay text.
  static Value value_of(const YamlNode& node) {
    if (node.kind == YamlNode::Kind::scalar) {
      if (!node.plain) return node.text;
      Scalar scalar = read_scalar(node.text);
      return scalar.kind == Scalar::Kind::value ? std::move(scalar.value) : Value(node.text);
    }
    if (node.kind == YamlNode::Kind::sequence) {
      List list;
      for (const YamlNode& item : node.items) list.push_back(value_of(item));
      return list;
    }
    Map map;
    for (const auto& [key, value] : node.entries) map.emplace_back(key.text, value_of(value));
    return node.kind == YamlNode::Kind::null ? Value() : Value(std::move(map));
  }

  const std::string& file_;
};

// DeepSpeed reads Hjson, which allows comments and trailing commas. Each is replaced by blanks, so
// that line numbers stay the same.
std::string without_comments(std::string_view text) {
  std::string out(text);
  char last = 0;  // before it, neither blank nor comment
  std::size_t comma = 0;
  for (std::size_t at = 0; at < out.size();) {
    const bool is_block = out.compare(at, 2, "/*") == 0;
    if (out[at] == '"') {
      for (++at; at < out.size() && out[at] != '"'; ++at) at += out[at] == '\\' ? 1 : 0;
      last = '"';
      ++at;
    } else if (out[at] == '#' || is_block || out.compare(at, 2, "//") == 0) {
      const std::size_t end =
          std::min(is_block ? out.find("*/", at) : out.find('\n', at), out.size());
      const std::size_t stop = std::min(is_block ? end + 2 : end, out.size());
      for (; at < stop; ++at)
        if (out[at] != '\n') out[at] = ' ';
    } else {
      if (last == ',' && (out[at] == '}' || out[at] == ']')) out[comma] = ' ';
      if (out[at] == ',') comma = at;
      if (std::string_view(" \t\r\n").find(out[at]) == std::string_view::npos) last = out[at];
      ++at;
    }
  }
  return out;
}

// The line where the text is not JSON: the parser gives the byte, directly or in a nested reason.
int line_of_problem(std::string_view text, const Map& problem) {
  const Value* why = find(problem, "problem");
  const Map* reason = why ? why->get_if<Map>() : nullptr;
  const Value* inner = reason ? find(*reason, "arguments") : nullptr;
  if (inner && inner->get_if<Map>()) return line_of_problem(text, *inner->get_if<Map>());
  const auto byte =
      static_cast<std::size_t>(std::max<std::int64_t>(get<std::int64_t>(problem, "byte"), 0));
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

Result<std::optional<Settings>> read_json(std::string_view given, const std::string& file) {
  std::string bare;
  std::string_view text = given;
  auto value = parse_json(text);
  if (!value) {
    bare = without_comments(given);
    text = bare;
    value = parse_json(text);
  }
  if (!value)
    return unreadable(file, line_of_problem(text, value.error().arguments), value.error());
  TRY(const auto lines, key_lines(text, file));
  Flattener flattener(file);
  if (!flattener.add(*value->get_if<Map>(), "", lines))
    return make_error("import.too_many", {{"file", file}});
  return std::optional(std::move(flattener.settings));
}

}  // namespace

Result<std::optional<Settings>> read_settings(std::string_view text, const std::string& file) {
  if (const auto problem = check_bytes(text))
    return unreadable(file, problem->place.line, make_error(problem->code, problem->arguments));
  TextPlaces places(text);
  const std::string_view body = places.without_mark();
  const auto first = body.find_first_not_of(" \t\r\n");
  if (first != body.npos && body[first] == '{') return read_json(body, file);
  if (first != body.npos && (body[first] == '/' || body[first] == '#')) {
    // YAML has # comments too, so what is not JSON after removing them is left to YAML.
    const std::string bare = without_comments(body);
    const auto inner = bare.find_first_not_of(" \t\r\n");
    const bool is_json = inner != bare.npos && bare[inner] == '{';
    if (is_json && (body[first] == '/' || parse_json(bare))) return read_json(body, file);
  }
  const YamlTree tree = parse_yaml(text);
  // A script is not YAML, or a single text, or has keys with several words.
  const auto is_word = [](const auto& entry) {
    return entry.first.text.find(' ') == std::string::npos;
  };
  const auto& entries = tree.root.entries;
  if (tree.root.kind != YamlNode::Kind::mapping ||
      !std::all_of(entries.begin(), entries.end(), is_word))
    return std::optional<Settings>();
  Flattener flattener(file);
  if (!flattener.add(tree.root, "")) return make_error("import.too_many", {{"file", file}});
  if (!tree.diagnostics.empty()) {
    const Diagnostic& first_problem = tree.diagnostics.front();
    return unreadable(file, first_problem.line,
                      make_error(first_problem.code, first_problem.arguments));
  }
  return std::optional(std::move(flattener.settings));
}

std::optional<Settings> settings_in(const Setting& setting) {
  const auto* text = setting.value.get_if<std::string>();
  if (!text || !text->starts_with('{')) return std::nullopt;
  auto read = read_settings(*text, setting.origin.file);
  if (!read || !*read) return std::nullopt;
  for (Setting& one : **read) {
    one.origin = {setting.origin.file, setting.origin.line, setting.origin.key + "." + one.key};
    one.key = setting.key + "." + one.key;
  }
  return std::move(**read);
}

}  // namespace trainyard
