// SPDX-License-Identifier: GPL-3.0-or-later
// The range of characters of a node of the tree: the parser reports where values start, but not
// where they end.
#pragma once

#include <optional>
#include <string_view>

#include "engine/contract/experiment/yaml_tree.h"

namespace trainyard {

struct Span {
  std::size_t begin = 0, end = 0;
};

using YamlEntry = std::pair<YamlNode, YamlNode>;

// The range of a key and its value. `colon` is the position after the colon, or after the key if
// there is none; `value` is absent if nothing is written after it.
struct EntrySpan {
  std::size_t begin = 0, end = 0, colon = 0;
  std::optional<Span> value;
};

// Nothing if the text has a form that is not supported here (an explicit key, an anchor).
std::optional<EntrySpan> span_of(std::string_view text, const YamlEntry& entry);

// For a value that is written; `parent_column` is the column of its key, from 1.
std::optional<Span> span_of(std::string_view text, const YamlNode& node, int parent_column);

}  // namespace trainyard
