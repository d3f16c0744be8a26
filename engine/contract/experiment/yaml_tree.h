// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML text as a tree with positions, built from the parser's events so that nothing is hidden:
// duplicate keys, aliases, tags and second documents become diagnostics.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/contract/describe/diagnostic.h"

namespace trainyard {

struct YamlNode {
  enum class Kind { null, scalar, sequence, mapping };
  Kind kind = Kind::null;
  std::string text;     // of a scalar, without quotes
  bool plain = true;    // a scalar without quotes, so that `12` is a number and `"12"` is text
  bool flow = false;    // a collection in brackets
  bool broken = false;  // already reported (an alias, for example), so that no further errors are
  std::size_t offset = 0;    // of its first byte in the text; if no value is written, after its key
  int line = 0, column = 0;  // starting at 1; columns count characters
  std::vector<YamlNode> items;
  std::vector<std::pair<YamlNode, YamlNode>>
      entries;  // in text order; later duplicates of a key are dropped
};

struct YamlTree {
  YamlNode root;
  std::vector<Diagnostic> diagnostics;  // without file
  bool complete = true;  // false: parsing stopped at an error, the tree holds what came before
};

// Accepts arbitrary bytes; never throws. Texts over 1 MiB, not in UTF-8 or with control characters
// are rejected before they are parsed.
YamlTree parse_yaml(std::string_view text);

// The entry of a mapping by its key, or null.
const std::pair<YamlNode, YamlNode>* find_entry(const YamlNode& mapping, std::string_view key);

// An item of a list, the key of an entry of a mapping, or the node itself if it has no such item.
const YamlNode& item_of(const YamlNode& node, int item);

}  // namespace trainyard
