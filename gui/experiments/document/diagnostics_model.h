// SPDX-License-Identifier: GPL-3.0-or-later
// The errors in the document, one finding per row.
#pragma once

#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "gui/forms/rows_model.h"

namespace trainyard {

class DiagnosticsModel : public RowsModel<DiagnosticsModel, std::vector<Diagnostic>> {
  Q_OBJECT
 public:
  enum Column { MessageColumn, FieldColumn, LineColumn, ColumnCount };
  enum Role { SeverityRole = Qt::UserRole, PathRole, LineRole, ColumnRole };

  using RowsModel::RowsModel;

  void show(std::vector<Diagnostic> diagnostics);
  int count(Severity severity) const;

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

}  // namespace trainyard
