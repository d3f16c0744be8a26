// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose rows are the entries of one list. `Model` is the class that is derived from it, and
// lists its columns in an enumeration up to ColumnCount.
#pragma once

#include <QAbstractTableModel>
#include <utility>

namespace trainyard {

template <typename Model, typename Rows>
class RowsModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  // Null if there is no such row.
  const typename Rows::value_type* at(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &*(m_rows.begin() + index.row()) : nullptr;
  }
  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : Model::ColumnCount;
  }
  // For a view whose language has changed.
  void retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, Model::ColumnCount - 1);
    if (rowCount() > 0)
      emit dataChanged(index(0, 0), index(rowCount() - 1, Model::ColumnCount - 1));
  }

 protected:
  void setRows(Rows rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
  }

  Rows m_rows;
};

}  // namespace trainyard
