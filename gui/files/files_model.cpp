// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/files_model.h"

#include <QGuiApplication>
#include <algorithm>
#include <utility>

#include "gui/forms/shown_text.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void FilesModel::show(const QList<TargetFile>& files, double now) {
  beginResetModel();
  m_rows = files;
  m_now = now;
  sortFiles();
  endResetModel();
}

void FilesModel::setStale(bool isStale) {
  if (std::exchange(m_isStale, isStale) == isStale || rowCount() == 0) return;
  emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int FilesModel::rowOf(const QString& name) const {
  const auto found = std::ranges::find(m_rows, name, &TargetFile::name);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QVariant FilesModel::data(const QModelIndex& index, int role) const {
  const TargetFile* file = at(index);
  if (!file) return {};
  const bool isFolder = file->kind == FileKind::folder;
  if (role == Qt::TextAlignmentRole && index.column() == SizeColumn)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && index.column() == NameColumn)
    return plainTip(shownText(file->name, ShownLines::one));
  if (role == Qt::ForegroundRole && m_isStale)
    return look::tokens(QGuiApplication::palette()).text3;
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case NameColumn: {
      const QString name = shownText(file->name, ShownLines::one);
      return isFolder                        ? name + u'/'
             : file->kind == FileKind::link  ? tr("%1 (link)").arg(name)
             : file->kind == FileKind::other ? tr("%1 (no file)").arg(name)
                                             : name;
    }
    case SizeColumn:
      return file->kind == FileKind::file ? QuantityText::bytes(file->bytes) : QString();
    default:
      return QuantityText::clock(file->modified, m_now);
  }
}

QVariant FilesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section == SizeColumn)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  return section == NameColumn ? tr("Name") : section == SizeColumn ? tr("Size") : tr("Changed");
}

void FilesModel::sort(int column, Qt::SortOrder order) {
  m_column = column;
  m_order = order;
  beginResetModel();
  sortFiles();
  endResetModel();
}

void FilesModel::sortFiles() {
  const auto isLess = [this](const TargetFile& a, const TargetFile& b) {
    if (m_column == SizeColumn && a.bytes != b.bytes) return a.bytes < b.bytes;
    if (m_column == TimeColumn && a.modified != b.modified) return a.modified < b.modified;
    return a.name.compare(b.name, Qt::CaseInsensitive) < 0;
  };
  std::ranges::stable_sort(m_rows, [&](const TargetFile& a, const TargetFile& b) {
    const bool isFolderA = a.kind == FileKind::folder, isFolderB = b.kind == FileKind::folder;
    if (isFolderA != isFolderB) return isFolderA;
    return m_order == Qt::AscendingOrder ? isLess(a, b) : isLess(b, a);
  });
}

}  // namespace trainyard
