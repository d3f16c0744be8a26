// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/settings_table.h"

#include "gui/forms/plain_tip.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"

namespace trainyard {

void SettingsTable::show(const Comparison& comparison) {
  beginResetModel();
  m_comparison = comparison;
  list();
  endResetModel();
}

void SettingsTable::setHeading(const QString& heading) {
  m_heading = heading;
  emit headerDataChanged(Qt::Horizontal, 0, 0);
}

void SettingsTable::setWords(const QString& words) {
  beginResetModel();
  m_words = words.trimmed();
  list();
  endResetModel();
}

void SettingsTable::list() {
  m_paths = m_comparison.varying();
  for (const QString& path : m_comparison.settings())
    if (!m_comparison.varies(path)) m_paths << path;
  if (!m_words.isEmpty())
    m_paths.removeIf(
        [this](const QString& path) { return !path.contains(m_words, Qt::CaseInsensitive); });
}

int SettingsTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_paths.size());
}

int SettingsTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : 1 + static_cast<int>(m_comparison.runs().size());
}

QVariant SettingsTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const QString& path = m_paths[index.row()];
  if (role == Qt::FontRole)
    return look::font(m_comparison.varies(path) ? look::Role::emphasis : look::Role::body);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const QString text = index.column() == 0
                           ? path
                           : Comparison::settingText(m_comparison.runs()[index.column() - 1], path);
  return role == Qt::ToolTipRole ? QVariant(plainTip(text)) : QVariant(text);
}

QVariant SettingsTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  if (section == 0) return m_heading.isEmpty() ? tr("Setting") : m_heading;
  return RunText::shortName(m_comparison.runs()[section - 1].record);
}

}  // namespace trainyard
