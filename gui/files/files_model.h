// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a folder as rows, folders first; sorted by any column.
#pragma once

#include <QAbstractTableModel>

#include "remote/target/target_files.h"

namespace trainyard {

class FilesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { NameColumn, SizeColumn, TimeColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void show(const QList<TargetFile>& files, double now);
  void retranslate();
  const TargetFile* at(const QModelIndex& index) const;
  int rowOf(const QString& name) const;  // -1: none

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  void sortFiles();

  QList<TargetFile> m_files;
  double m_now = 0;
  int m_column = NameColumn;
  Qt::SortOrder m_order = Qt::AscendingOrder;
};

}  // namespace trainyard
