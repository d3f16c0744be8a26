// SPDX-License-Identifier: GPL-3.0-or-later
// Which characters of the text a node of the tree is made of: the parser tells where values start,
// not where they end.
#pragma once

#include <optional>
#include <string_view>

#include "engine/contract/experiment/yaml_tree.h"

namespace trainyard {

struct Span {
  std::size_t begin = 0, end = 0;
};

using YamlEntry = std::pair<YamlNode, YamlNode>;

// Of a key and its value. `colon` is the place after the colon, or after the key where there is
// none; `value` is absent where nothing is written after it.
struct EntrySpan {
  std::size_t begin = 0, end = 0, colon = 0;
  std::optional<Span> value;
};

// Nothing where the text is not of the form that is understood here (an explicit key, an anchor).
std::optional<EntrySpan> span_of(std::string_view text, const YamlEntry& entry);

// Of a value that is written; `parent_column` is the column of its key, from 1.
std::optional<Span> span_of(std::string_view text, const YamlNode& node, int parent_column);

}  // namespace trainyard
