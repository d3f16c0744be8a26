// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a sample that is a table, as text.
#pragma once

#include <QAbstractTableModel>

#include "remote/store/sample_content.h"

namespace trainyard {

class SampleTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  void show(const SampleTable& table);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool isNumbers(int column) const { return m_isNumbers.value(column); }

  SampleTable m_table;
  QList<bool> m_isNumbers;  // by column
};

}  // namespace trainyard
