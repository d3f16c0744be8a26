// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a cluster check, worst first.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

class FindingsModel : public RowsModel<FindingsModel, QList<TargetFinding>> {
  Q_OBJECT
 public:
  enum Column { SeverityColumn, TextColumn, ColumnCount };
  enum Role { SeverityRole = Qt::UserRole };

  using RowsModel::RowsModel;

  void show(QList<TargetFinding> findings);
  int count(Severity severity) const;

  QVariant data(const QModelIndex& index, int role) const override;
};

}  // namespace trainyard
