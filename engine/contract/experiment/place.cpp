// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/place.h"

#include <algorithm>
#include <charconv>

#include "engine/contract/experiment/yaml_tree.h"

namespace trainyard {
namespace {

// The key if nothing is written after it.
Place place_of(const std::pair<YamlNode, YamlNode>& entry) {
  const YamlNode& node = entry.second.kind == YamlNode::Kind::null ? entry.first : entry.second;
  return {node.line, node.column};
}

}  // namespace

Place find_place(std::string_view text, std::string_view path) {
  const YamlTree tree = parse_yaml(text);
  const YamlNode* node = &tree.root;
  Place place{node->line, node->column};
  while (!path.empty()) {
    const auto end = path.find_first_of(".[");
    const auto* entry = find_entry(*node, path.substr(0, end));
    if (!entry) return place;
    place = place_of(*entry);
    node = &entry->second;
    path.remove_prefix(std::min(path.size(), end));
    if (path.starts_with('[')) {
      std::size_t index = 0;
      std::from_chars(path.data() + 1, path.data() + path.size(), index);
      if (index >= node->items.size()) return place;
      node = &node->items[index];
      place = {node->line, node->column};
      path.remove_prefix(std::min(path.size(), path.find(']') + 1));
    }
    if (path.starts_with('.')) path.remove_prefix(1);
  }
  return place;
}

void place_finding(Diagnostic& finding, const std::string& file, std::string_view text,
                   std::span<const std::string> overrides) {
  const std::string_view field = std::string_view(finding.path).substr(0, finding.path.find('['));
  const bool is_overridden =
      std::any_of(overrides.begin(), overrides.end(), [&](std::string_view override) {
        const std::string_view set = override.substr(0, override.find('='));
        return field == set ||
               (set.size() > field.size() && set.starts_with(field) && set[field.size()] == '.');
      });
  const Place place = is_overridden ? Place() : find_place(text, finding.path);
  finding.file = is_overridden ? "--set" : file;
  finding.line = place.line;
  finding.column = place.column;
}

}  // namespace trainyard
