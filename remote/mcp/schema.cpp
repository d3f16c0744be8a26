// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/schema.h"

#include <cmath>

#include <QJsonArray>

#include "remote/values/json_values.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QJsonValue bound(const FieldDescription& field, double value) {
  if (field.kind == Kind::integer) return static_cast<qint64>(std::llround(value));
  return value;
}

void addBounds(const FieldDescription& field, QJsonObject& schema) {
  if (field.minimum)
    schema.insert(
        field.exclusive_minimum ? QStringLiteral("exclusiveMinimum") : QStringLiteral("minimum"),
        bound(field, *field.minimum));
  if (field.maximum)
    schema.insert(
        field.exclusive_maximum ? QStringLiteral("exclusiveMaximum") : QStringLiteral("maximum"),
        bound(field, *field.maximum));
}

QJsonObject typed(const char* type) { return {{QStringLiteral("type"), QLatin1String(type)}}; }

QJsonObject textSchema(const FieldDescription& field) {
  QJsonObject schema = typed("string");
  if (!field.pattern.empty())
    schema.insert(QStringLiteral("pattern"), text("^(?:" + field.pattern + ")$"));
  return schema;
}

QJsonObject kindSchema(const FieldDescription& field) {
  switch (field.kind) {
    case Kind::boolean:
      return typed("boolean");
    case Kind::integer:
      return typed("integer");
    case Kind::real:
      return typed("number");
    case Kind::text:
      return textSchema(field);
    case Kind::choice: {
      QJsonArray choices;
      for (const std::string& choice : field.choices) choices.append(text(choice));
      QJsonObject schema = typed("string");
      schema.insert(QStringLiteral("enum"), choices);
      return schema;
    }
    case Kind::text_list: {
      QJsonObject schema = typed("array");
      schema.insert(QStringLiteral("items"), textSchema(field));
      return schema;
    }
    case Kind::text_map: {
      QJsonObject schema = typed("object");
      schema.insert(QStringLiteral("additionalProperties"), typed("string"));
      return schema;
    }
    case Kind::record:
      return field.members ? schemaOf(field.members()) : typed("object");
    case Kind::list: {
      QJsonObject schema = typed("array");
      if (field.members) schema.insert(QStringLiteral("items"), schemaOf(field.members()));
      return schema;
    }
    case Kind::value_map:
      return typed("object");
    case Kind::auto_integer:
    case Kind::any:
      break;
  }
  return {};
}

QJsonObject fieldSchema(const FieldDescription& field) {
  QJsonObject schema = kindSchema(field);
  addBounds(field, schema);
  if (!field.help.empty()) schema.insert(QStringLiteral("description"), text(field.help));
  const bool hasDefault = !field.required && !field.default_value.is_null() &&
                          field.default_value != Value(std::string()) &&
                          field.default_value != Value(List());
  if (hasDefault) schema.insert(QStringLiteral("default"), jsonOf(field.default_value));
  return schema;
}

}  // namespace

QJsonObject schemaOf(const std::vector<FieldDescription>& fields) {
  QJsonObject properties;
  QJsonArray required;
  for (const FieldDescription& field : fields) {
    properties.insert(text(field.key), fieldSchema(field));
    if (field.required) required.append(text(field.key));
  }
  QJsonObject schema = typed("object");
  schema.insert(QStringLiteral("properties"), properties);
  schema.insert(QStringLiteral("additionalProperties"), false);
  if (!required.isEmpty()) schema.insert(QStringLiteral("required"), required);
  return schema;
}

}  // namespace trainyard
