// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about a cluster, one fact per row: name and value. Unknown facts have no row.
#pragma once

#include <vector>

#include "gui/forms/rows_model.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

struct ClusterFact {
  QString name, value;
  bool operator==(const ClusterFact&) const = default;
};

class FactsModel : public RowsModel<FactsModel, std::vector<ClusterFact>> {
  Q_OBJECT
 public:
  enum Column { NameColumn, ValueColumn, ColumnCount };

  using RowsModel::RowsModel;

  // Null: no cluster is selected.
  void show(const TargetRecord* target);

  QVariant data(const QModelIndex& index, int role) const override;

 private:
  void addSite(const TargetRecord& target);
  void addLogin(const TargetFacts& facts);
  void addNode(const NodeFacts& node);
  void add(const QString& name, const QString& value);
};

}  // namespace trainyard
