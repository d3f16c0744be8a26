// SPDX-License-Identifier: GPL-3.0-or-later
// The list of studies, newest first.
#pragma once

#include <QAbstractTableModel>

#include "gui/studies/study_content.h"

namespace trainyard {

class StudyListModel : public QAbstractTableModel {
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

  using QAbstractTableModel::QAbstractTableModel;

  void show(const QList<StudySummary>& studies);
  const QList<StudySummary>& studies() const { return m_studies; }
  // Null if there is none.
  const StudySummary* find(const QString& study) const;
  // -1 if there is none.
  int rowOf(const QString& study) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QList<StudySummary> m_studies;
};

}  // namespace trainyard
