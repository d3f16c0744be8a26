// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints that a run has written, newest first.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/store/records.h"

namespace trainyard {

class CheckpointsModel : public RowsModel<CheckpointsModel, QList<CheckpointRecord>> {
  Q_OBJECT
 public:
  enum Column { StepColumn, TimeColumn, SizeColumn, StallColumn, PathColumn, ColumnCount };

  using RowsModel::RowsModel;

  void setCheckpoints(const QList<CheckpointRecord>& checkpoints);

  const QList<CheckpointRecord>& checkpoints() const { return m_rows; }

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

}  // namespace trainyard
