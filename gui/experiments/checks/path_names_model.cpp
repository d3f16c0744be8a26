// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/path_names_model.h"

#include <algorithm>

#include "gui/experiments/checks/path_text.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Paths in a document cannot have control characters.
bool canBeWritten(const QString& name) {
  return std::none_of(name.begin(), name.end(),
                      [](QChar c) { return c.category() == QChar::Other_Control && c != u'\t'; });
}

}  // namespace

void PathNamesModel::show(const PathNames& names) {
  beginResetModel();
  m_rows.clear();
  QList<Row> unusable;  // listed after those that can be selected
  for (const NamedPath& one : names.names) {
    const bool isFolder = one.kind == PathKind::folder;
    const QString slash = isFolder ? u"/"_s : QString();
    QString shown = PathText::name(one.name) + slash;
    if (one.kind == PathKind::file) shown += u"   "_s + QuantityText::bytes(one.bytes);
    const bool isUsable = canBeWritten(one.name);
    if (isUsable)
      m_rows.append({shown, one.name + slash});
    else
      unusable.append({shown + u"   "_s + tr("not writable"), {}});
  }
  m_rows += unusable;
  if (names.hasMore) m_rows.append({tr("… and more: keep typing"), {}});
  if (names.unwritable > 0)
    m_rows.append(
        {tr("Names that are not UTF-8 and cannot be used: %1").arg(names.unwritable), {}});
  if (names.folder == PathKind::closed) m_rows.append({tr("This folder is not readable"), {}});
  endResetModel();
}

QString PathNamesModel::common() const {
  std::optional<QString> common;
  for (const Row& row : m_rows) {
    if (row.name.isEmpty()) continue;
    if (!common) common = row.name;
    const auto ends =
        std::mismatch(common->begin(), common->end(), row.name.begin(), row.name.end());
    common->truncate(ends.first - common->begin());
  }
  return common.value_or(QString());
}

int PathNamesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PathNamesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (role == Qt::DisplayRole) return m_rows[index.row()].shown;
  if (role == NameRole) return m_rows[index.row()].name;
  return {};
}

Qt::ItemFlags PathNamesModel::flags(const QModelIndex& index) const {
  if (!index.isValid() || m_rows[index.row()].name.isEmpty()) return Qt::NoItemFlags;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

}  // namespace trainyard
