// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints that a run has written, newest first.
#pragma once

#include <QAbstractTableModel>

#include "remote/store/records.h"

namespace trainyard {

class CheckpointsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { StepColumn, TimeColumn, SizeColumn, StallColumn, PathColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setCheckpoints(const QList<CheckpointRecord>& checkpoints);

  const QList<CheckpointRecord>& checkpoints() const { return m_checkpoints; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QList<CheckpointRecord> m_checkpoints;
};

}  // namespace trainyard
