// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/history_settings.h"

#include <charconv>

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/files/whole_file.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr std::uint64_t smallFileBytes = 1 << 20;
constexpr std::size_t longestSetting = 2000;

std::optional<double> numberFrom(const std::string& value) {
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) return std::nullopt;
  return number;
}

std::string listText(const YamlNode& node) {
  std::string text;
  for (const YamlNode& item : node.items) text += (text.empty() ? "" : ", ") + item.text;
  return "[" + text + "]";
}

void addLeaves(const YamlNode& node, const std::string& path, QList<RunSetting>& settings) {
  if (settings.size() >= mostSettings) return;
  if (node.kind == YamlNode::Kind::mapping) {
    for (const auto& [key, value] : node.entries)
      addLeaves(value, path.empty() ? key.text : path + "." + key.text, settings);
  } else if (!path.empty()) {
    settings << settingFrom(text(path), node.kind == YamlNode::Kind::sequence ? listText(node)
                                        : node.kind == YamlNode::Kind::null   ? "null"
                                                                              : node.text);
  }
}

// The depth is limited by that of JSON.
void addValues(const Map& values, const std::string& place, QList<RunSetting>& settings) {
  for (const auto& [key, value] : values) {
    if (settings.size() >= mostSettings) return;
    const std::string path = place.empty() ? key : place + "." + key;
    if (const Map* map = value.get_if<Map>(); map && !map->empty()) {
      addValues(*map, path, settings);
      continue;
    }
    const auto* words = value.get_if<std::string>();
    settings << settingFrom(text(path), words ? *words : spell(value));
    if (words) settings.back().number.reset();
  }
}

}  // namespace

RunSetting settingFrom(const QString& path, const std::string& value) {
  return {path, text(value.substr(0, longestSetting)), numberFrom(value)};
}

QList<RunSetting> settingsFrom(const Map& values) {
  QList<RunSetting> settings;
  addValues(values, {}, settings);
  return settings;
}

QList<RunSetting> settingsIn(const YamlTree& tree) {
  QList<RunSetting> settings;
  addLeaves(tree.root, {}, settings);
  return settings;
}

std::string smallFile(const std::filesystem::path& path) {
  const auto content = read_file(path, smallFileBytes);
  return content ? *content : std::string();
}

YamlTree yamlFile(const std::filesystem::path& path) { return parse_yaml(smallFile(path)); }

std::string entryText(const YamlTree& tree, std::string_view key) {
  const auto* entry = find_entry(tree.root, key);
  return entry ? entry->second.text : std::string();
}

}  // namespace trainyard
