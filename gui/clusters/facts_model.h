// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about a cluster, one fact per row: name and value. Unknown facts have no row.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

class FactsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { NameColumn, ValueColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  // Null: no cluster is selected.
  void show(const TargetRecord* target);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Fact {
    QString name, value;
    bool operator==(const Fact&) const = default;
  };
  void addSite(const TargetRecord& target);
  void addLogin(const TargetFacts& facts);
  void addNode(const NodeFacts& node);
  void add(const QString& name, const QString& value);

  std::vector<Fact> m_facts;
};

}  // namespace trainyard
