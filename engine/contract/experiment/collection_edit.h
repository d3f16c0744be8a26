// SPDX-License-Identifier: GPL-3.0-or-later
// A list or mapping of a document brought to other values by changing its elements one by one: what
// stays keeps its lines, its comments and its way of writing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/contract/experiment/yaml_tree.h"
#include "engine/contract/value.h"

namespace trainyard {

// The text with `node`, which is written in it, as `value`. Nothing where that takes more than
// changes of elements: another kind, none left, a form that is not understood.
std::optional<std::string> with_elements(std::string_view text, const YamlNode& node,
                                         const Value& value);

}  // namespace trainyard
