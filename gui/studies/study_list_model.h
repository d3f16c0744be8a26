// SPDX-License-Identifier: GPL-3.0-or-later
// The list of studies, newest first.
#pragma once

#include "gui/forms/rows_model.h"
#include "gui/studies/study_content.h"

namespace trainyard {

class StudyListModel : public RowsModel<StudyListModel, QList<StudySummary>> {
  Q_OBJECT
 public:
  enum Column {
    NameColumn,
    StateColumn,
    TargetColumn,
    TrialsColumn,
    PrunedColumn,
    FailedColumn,
    ObjectiveColumn,
    BestColumn,
    BegunColumn,
    ColumnCount
  };

  using RowsModel::RowsModel;

  void show(const QList<StudySummary>& studies);
  const QList<StudySummary>& studies() const { return m_rows; }
  // -1 if there is none.
  int rowOf(const QString& study) const;

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

}  // namespace trainyard
