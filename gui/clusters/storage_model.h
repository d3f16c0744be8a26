// SPDX-License-Identifier: GPL-3.0-or-later
// What this program keeps on a cluster as rows, the largest first.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/service/protocol/usage_values.h"

namespace trainyard {

class StorageModel : public RowsModel<StorageModel, QList<KeptFolder>> {
  Q_OBJECT
 public:
  enum Column { NameColumn, KindColumn, SizeColumn, TimeColumn, NeedColumn, ColumnCount };

  using RowsModel::RowsModel;

  void show(const QList<KeptFolder>& folders, double now);

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  static QString kindText(KeptKind kind);
  static QString needText(KeptFor kept);

  double m_now = 0;
};

}  // namespace trainyard
