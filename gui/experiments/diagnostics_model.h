// SPDX-License-Identifier: GPL-3.0-or-later
// The errors in the document, one finding per row.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "engine/contract/diagnostic.h"

namespace trainyard {

class DiagnosticsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { MessageColumn, FieldColumn, LineColumn, ColumnCount };
  enum Role { SeverityRole = Qt::UserRole, PathRole, LineRole, ColumnRole };

  using QAbstractTableModel::QAbstractTableModel;

  void show(std::vector<Diagnostic> diagnostics);
  int count(Severity severity) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<Diagnostic> m_diagnostics;
};

}  // namespace trainyard
