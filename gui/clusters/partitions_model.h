// SPDX-License-Identifier: GPL-3.0-or-later
// The partitions of a cluster with their limits, as learned at the last login.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

class PartitionsModel : public RowsModel<PartitionsModel, QList<PartitionFacts>> {
  Q_OBJECT
 public:
  enum Column {
    NameColumn,
    StateColumn,
    NodesColumn,
    TimeColumn,
    GpusColumn,
    ProcessorsColumn,
    MemoryColumn,
    AccountsColumn,
    QosColumn,
    ColumnCount
  };

  using RowsModel::RowsModel;

  void show(const QList<PartitionFacts>& partitions);

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

}  // namespace trainyard
