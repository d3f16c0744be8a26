// SPDX-License-Identifier: GPL-3.0-or-later
// The table of files that differ between two runs.
#pragma once

#include "gui/forms/rows_model.h"
#include "gui/runs/code/code_changes.h"

namespace trainyard {

class CodeChangesModel : public RowsModel<CodeChangesModel, QList<CodeChange>> {
  Q_OBJECT
 public:
  enum Column { PathColumn, KindColumn, ColumnCount };
  using RowsModel::RowsModel;

  void show(const QList<CodeChange>& changes) { setRows(changes); }

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

}  // namespace trainyard
