// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/describe/record.h"

#include "engine/system/comma_list.h"

namespace trainyard {

namespace {

std::string code_of(const FieldDescription& field) {
  switch (field.kind) {
    case Kind::boolean:
      return "kind.flag";
    case Kind::integer:
    case Kind::auto_integer:
      return field.minimum == 0 ? "kind.whole_number" : "kind.integer";
    case Kind::real:
      return "kind.number";
    case Kind::text:
      return "kind.text";
    case Kind::choice:
      return "kind.one_of";
    case Kind::text_list:
      return "kind.texts";
    case Kind::text_map:
      return "kind.texts_by_name";
    case Kind::list:
      return "kind.list";
    case Kind::value_map:
    case Kind::record:
    case Kind::any:
      break;
  }
  return "kind.object";
}

}  // namespace

ReadProblem wrong_kind(const FieldDescription& field) {
  ReadProblem problem{{}, code_of(field), {}};
  if (field.kind == Kind::choice) problem.arguments = {{"known", comma_list(field.choices)}};
  return problem;
}

ReadProblem inside(const std::string& holder, ReadProblem problem) {
  if (!problem.path.empty() && problem.path.front() != '[') problem.path.insert(0, ".");
  problem.path.insert(0, holder);
  return problem;
}

const Value* find_field_in(const Map& map, const FieldDescription& field, Value& spelled) {
  const Value* value = find(map, field.key);
  for (const std::string& key : field.former_keys)
    if (!value) value = find(map, key);
  const auto* number = value ? value->get_if<std::int64_t>() : nullptr;
  if (!number || !field.also_a_number) return value;
  spelled = std::to_string(*number);
  return &spelled;
}

bool is_within_bounds(const FieldDescription& field, const Value& value) {
  double number = 0;
  if (const auto* integer = value.get_if<std::int64_t>())
    number = static_cast<double>(*integer);
  else if (const auto* real = value.get_if<double>())
    number = *real;
  else
    return true;
  if (field.minimum &&
      (field.exclusive_minimum ? number <= *field.minimum : number < *field.minimum))
    return false;
  return !field.maximum ||
         (field.exclusive_maximum ? number < *field.maximum : number <= *field.maximum);
}

}  // namespace trainyard
