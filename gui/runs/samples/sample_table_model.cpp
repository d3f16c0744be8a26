// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/sample_table_model.h"

#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/runs/samples/shown_sample.h"

namespace trainyard {
namespace {

// A longer cell would be laid out whole for the few words that fit.
constexpr qsizetype maxTipCharacters = 2000;

}  // namespace

void SampleTableModel::show(const SampleTable& table) {
  beginResetModel();
  m_table = table;
  m_isNumbers.clear();
  for (qsizetype column = 0; column < table.columns.size(); ++column)
    m_isNumbers << (!table.rows.isEmpty() &&
                    std::all_of(table.rows.begin(), table.rows.end(), [&](const QStringList& row) {
                      bool isNumber = false;
                      row[column].toDouble(&isNumber);
                      return isNumber;
                    }));
  endResetModel();
}

int SampleTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int SampleTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const QString& cell = m_table.rows[index.row()][index.column()];
  switch (role) {
    case Qt::DisplayRole:
      return oneLineOf(cell);
    case Qt::ToolTipRole:
      return plainTip(oneLineOf(cell.left(maxTipCharacters)));
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter |
                      (isNumbers(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    default:
      return {};
  }
}

QVariant SampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= m_table.columns.size()) return {};
  if (role == Qt::DisplayRole) return oneLineOf(m_table.columns[section]);
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (isNumbers(section) ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

}  // namespace trainyard
