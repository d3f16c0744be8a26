// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the elements of a list or mapping in a document one by one: what stays keeps its lines,
// comments and formatting.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/contract/experiment/yaml_tree.h"
#include "engine/contract/value.h"

namespace trainyard {

// Returns the text in which `node`, which is part of it, has become `value`. Nothing if that cannot
// be done by changing elements: a different kind, no elements left, a form that is not supported.
std::optional<std::string> with_elements(std::string_view text, const YamlNode& node,
                                         const Value& value);

}  // namespace trainyard
