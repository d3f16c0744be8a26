// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a cluster check, worst first.
#pragma once

#include <QAbstractTableModel>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

class FindingsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { SeverityColumn, TextColumn, ColumnCount };
  enum Role { SeverityRole = Qt::UserRole };

  using QAbstractTableModel::QAbstractTableModel;

  void show(QList<TargetFinding> findings);
  int count(Severity severity) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  QList<TargetFinding> m_findings;
};

}  // namespace trainyard
