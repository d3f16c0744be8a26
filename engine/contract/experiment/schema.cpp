// SPDX-License-Identifier: GPL-3.0-or-later
// json_schema() of writer.h.
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/json.h"

namespace trainyard {
namespace {

Map with_null(Map schema) { return Map{{"anyOf", List{std::move(schema), Map{{"type", "null"}}}}}; }

Map text_schema(const FieldInfo& field, bool has_pattern) {
  Map out{{"type", "string"}};
  if (has_pattern && !field.pattern.empty())
    out.emplace_back("pattern", "^(?:" + field.pattern + ")$");
  return out;
}

Value bound(const FieldInfo& field, double value) {
  if (field.kind == Kind::real) return value;
  return static_cast<std::int64_t>(value);
}

Map number_schema(const FieldInfo& field) {
  Map out{{"type", field.kind == Kind::real ? "number" : "integer"}};
  if (field.minimum)
    out.emplace_back(field.exclusive_minimum ? "exclusiveMinimum" : "minimum",
                     bound(field, *field.minimum));
  if (field.maximum)
    out.emplace_back(field.exclusive_maximum ? "exclusiveMaximum" : "maximum",
                     bound(field, *field.maximum));
  return out;
}

Map kind_schema(const FieldInfo& field) {
  switch (field.kind) {
    case Kind::boolean:
      return {{"type", "boolean"}};
    case Kind::integer:
    case Kind::real:
      return number_schema(field);
    case Kind::auto_integer:
      return {{"anyOf", List{number_schema(field), Map{{"const", "auto"}}}}};
    case Kind::choice:
      return {{"enum", List(field.choices.begin(), field.choices.end())}};
    case Kind::text:
      return text_schema(field, true);
    case Kind::text_list:
      return {{"type", "array"}, {"items", text_schema(field, true)}};
    case Kind::text_map: {
      Map out{{"type", "object"}, {"additionalProperties", with_null({{"type", "string"}})}};
      if (!field.pattern.empty())
        out.emplace_back("propertyNames", Map{{"pattern", "^(?:" + field.pattern + ")$"}});
      return out;
    }
    case Kind::value_map:
    case Kind::record:
      return {{"type", "object"}};
    case Kind::list:
      return {{"type", "array"}};
    case Kind::any:
      break;
  }
  return {};
}

Map field_schema(const FieldInfo& field) {
  Map out{{"title", field.label}, {"description", field.help}};
  if (field.path != "name") out.emplace_back("default", field.default_value);
  Map kind = kind_schema(field);
  if (field.nullable) kind = with_null(std::move(kind));
  out.insert(out.end(), kind.begin(), kind.end());
  return out;
}

Map object(Map properties) {
  return {
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

}  // namespace

std::string json_schema() {
  Map properties;
  for (const FieldInfo& field : fields())
    if (field.section.empty()) properties.emplace_back(field.key, field_schema(field));
  for (const std::string& section : sections()) {
    Map inner;
    for (const FieldInfo& field : fields())
      if (field.section == section) inner.emplace_back(field.key, field_schema(field));
    properties.emplace_back(section, with_null(object(std::move(inner))));
  }
  Map out{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", "Trainyard experiment"}};
  const Map root = object(std::move(properties));
  out.insert(out.end(), root.begin(), root.end());
  out.emplace_back("required", List{"name"});
  return to_json(Value(std::move(out)));
}

}  // namespace trainyard
