// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a folder as rows, folders first; sorted by any column.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/target/target_files.h"

namespace trainyard {

class FilesModel : public RowsModel<FilesModel, QList<TargetFile>> {
  Q_OBJECT
 public:
  enum Column { NameColumn, SizeColumn, TimeColumn, ColumnCount };

  using RowsModel::RowsModel;

  void show(const QList<TargetFile>& files, double now);
  int rowOf(const QString& name) const;  // -1: none
  // They may be others by now: they are shown grey.
  void setStale(bool isStale);

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  void sortFiles();

  double m_now = 0;
  bool m_isStale = false;
  int m_column = NameColumn;
  Qt::SortOrder m_order = Qt::AscendingOrder;
};

}  // namespace trainyard
