// SPDX-License-Identifier: GPL-3.0-or-later
// The partitions of a cluster with their limits, as learned at the last login.
#pragma once

#include <QAbstractTableModel>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

class PartitionsModel : public QAbstractTableModel {
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

  using QAbstractTableModel::QAbstractTableModel;

  void show(const QList<PartitionFacts>& partitions);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QList<PartitionFacts> m_partitions;
};

}  // namespace trainyard
