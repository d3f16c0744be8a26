// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/tool_table.h"

#include <algorithm>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"
#include "remote/mcp/schema.h"
#include "remote/values/text.h"

namespace trainyard {

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
