// SPDX-License-Identifier: GPL-3.0-or-later
// One field: from the tree's node to its value, and the value against what the field's description
// says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/yaml_tree.h"

namespace trainyard {

// A code with arguments of messages.h; `item` is the place in a list or map that it is about, -1
// for the whole.
struct FieldProblem {
  std::string code;
  Map arguments;
  int item = -1;
};

struct FieldReading {
  std::optional<Value> value;  // of the field's kind; absent when there is a problem
  std::vector<FieldProblem> problems;
};

// Level one, first half: is it of the field's kind? An unquoted scalar is text where text is asked
// for, as it is spelled.
FieldReading read_field(const FieldDescription& field, const YamlNode& node);

// Level one, second half: range, choices, pattern, control characters, of a value of the field's
// kind.
std::vector<FieldProblem> check_field(const FieldDescription& field, const Value& value);

// Is it of the field's kind? (A null only where the field may be null; a whole number is a real
// too.)
bool has_kind(const FieldDescription& field, const Value& value);

// "a whole number or null"
std::string expected_words(const FieldDescription& field);

// Any node as a value; problems of its scalars are added.
Value to_value(const YamlNode& node, const std::string& field, std::vector<FieldProblem>& problems);

}  // namespace trainyard
