// SPDX-License-Identifier: GPL-3.0-or-later
// Single fields: converts a node of the tree to a value, and checks the value against the field's
// description.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/yaml_tree.h"

namespace trainyard {

// A message code with arguments; `item` is the index in a list or map that it refers to, -1 for the
// whole.
struct FieldProblem {
  std::string code;
  Map arguments;
  int item = -1;
};

struct FieldReading {
  std::optional<Value> value;  // of the field's kind; absent if there is a problem
  std::vector<FieldProblem> problems;
};

// First half of level 1: whether it is of the field's kind. An unquoted scalar is taken literally
// if the field is text.
FieldReading read_field(const FieldDescription& field, const YamlNode& node);

// Second half of level 1: range, choices, pattern and control characters of a value of the field's
// kind.
std::vector<FieldProblem> check_field(const FieldDescription& field, const Value& value);

// Whether it is of the field's kind. (Null only if the field may be null; an integer is also a
// real.)
bool has_kind(const FieldDescription& field, const Value& value);

// "a whole number or null"
std::string expected_words(const FieldDescription& field);

// Converts any node to a value; problems of its scalars are added.
Value to_value(const YamlNode& node, const std::string& field, std::vector<FieldProblem>& problems);

}  // namespace trainyard
