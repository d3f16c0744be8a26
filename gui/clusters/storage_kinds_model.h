// SPDX-License-Identifier: GPL-3.0-or-later
// What this program keeps on a cluster, a row for each kind of it.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/service/protocol/usage_values.h"

namespace trainyard {

struct KeptSummary {
  KeptKind kind = KeptKind::run;
  qint64 bytes = 0;
  int number = 0, unneeded = 0;
  double modified = 0;  // of the newest
};

class StorageKindsModel : public RowsModel<StorageKindsModel, QList<KeptSummary>> {
  Q_OBJECT
 public:
  enum Column { KindColumn, NumberColumn, TimeColumn, SizeColumn, ColumnCount };

  using RowsModel::RowsModel;

  // Kinds of which there is nothing have no row.
  void show(const QList<KeptFolder>& folders, double now);
  static QString kindText(KeptKind kind);  // of several

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  double m_now = 0;
};

}  // namespace trainyard
