// SPDX-License-Identifier: GPL-3.0-or-later
// The partitions of a cluster with their limits, as learned at the last login, and what is free in
// them as far as it is known.
#pragma once

#include <optional>

#include "gui/forms/rows_model.h"
#include "remote/service/protocol/cluster_values.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

struct PartitionRow {
  PartitionFacts facts;
  std::optional<PartitionState> state;  // nothing: the cluster has not been asked

  int gpus() const;      // that there are
  int freeGpus() const;  // of them
  // The share of GPUs, or of nodes where there are none, that is in use; nothing: unknown.
  std::optional<double> used() const;
};

class PartitionsModel : public RowsModel<PartitionsModel, QList<PartitionRow>> {
  Q_OBJECT
 public:
  enum Column {
    NameColumn,
    GpusColumn,
    NodesColumn,
    FreeColumn,
    WaitingColumn,
    TimeColumn,
    ProcessorsColumn,
    MemoryColumn,
    StateColumn,
    AccountsColumn,
    QosColumn,
    ColumnCount
  };

  using RowsModel::RowsModel;

  void show(const QList<PartitionFacts>& partitions,
            const std::optional<ClusterState>& state = std::nullopt);
  // Whether it says anything: accounts, QOS and states do where one is unusual.
  bool isTelling(int column) const;
  // Whether numbers stand in it.
  static bool isNumber(int column);

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const PartitionRow& row, int column) const;
};

}  // namespace trainyard
