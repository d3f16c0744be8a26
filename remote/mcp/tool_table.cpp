// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/tool_table.h"

#include <algorithm>
#include <cmath>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"
#include "remote/values/text.h"
#include "engine/contract/describe/field.h"
#include "remote/values/json_values.h"

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

QJsonObject schemaOf(const std::vector<FieldDescription>& fields);

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

// JSON Schema of described structs: what a client is told about the arguments of a tool.
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

}  // namespace

const ToolTable& ToolTable::all() {
  static const ToolTable known = [] {
    ToolTable table;
    addRunTools(table);
    addComparisonTools(table);
    addExperimentTools(table);
    addTargetTools(table);
    addSpendingTools(table);
    return table;
  }();
  return known;
}

const ToolTable::Tool* ToolTable::find(const QString& name) const {
  const auto found = m_tools.find(name);
  return found == m_tools.end() ? nullptr : &found->second;
}

std::vector<std::string> ToolTable::names() const {
  std::vector<std::string> names;
  for (const auto& [name, tool] : m_tools) names.push_back(name.toStdString());
  return names;
}

QJsonObject ToolTable::listed() const {
  QJsonArray tools;
  for (const auto& [name, tool] : m_tools)
    tools.append(QJsonObject{
        {QStringLiteral("name"), name},
        {QStringLiteral("title"), QLatin1String(tool.words.title)},
        {QStringLiteral("description"), QLatin1String(tool.words.description)},
        {QStringLiteral("inputSchema"), schemaOf(tool.arguments())},
        {QStringLiteral("annotations"),
         QJsonObject{{QStringLiteral("title"), QLatin1String(tool.words.title)},
                     {QStringLiteral("readOnlyHint"), tool.effect == Effect::reads},
                     {QStringLiteral("destructiveHint"), tool.effect == Effect::destroys},
                     {QStringLiteral("openWorldHint"), tool.effect == Effect::spends}}}});
  return {{QStringLiteral("tools"), tools}};
}

Result<void> ToolTable::checkNames(const char* tool, const std::vector<FieldDescription>& known,
                                   const QJsonObject& json) {
  std::vector<std::string> names;
  for (const FieldDescription& field : known) names.push_back(field.key);
  for (const QString& name : json.keys())
    if (std::ranges::find(names, name.toStdString()) == names.end())
      return make_error("mcp.argument", {{"tool", tool},
                                         {"name", name.left(100).toStdString()},
                                         {"known", names.empty() ? "none" : comma_list(names)}});
  return {};
}

}  // namespace trainyard
