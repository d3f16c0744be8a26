// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that an agent asks for, and in the last row what they take together.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/service/protocol/consent_values.h"

namespace trainyard {

class ConsentRunsModel : public RowsModel<ConsentRunsModel, QList<SpentRun>> {
  Q_OBJECT
 public:
  enum Column { RunColumn, ValuesColumn, WhereColumn, LimitColumn, HoursColumn, ColumnCount };

  explicit ConsentRunsModel(const ConsentRecord& record);

  bool hasTotal() const { return m_record.request.kind != ConsentKind::cancel; }
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString total(int column) const;
  QString cell(const SpentRun& run, int column) const;

  ConsentRecord m_record;
};

}  // namespace trainyard
