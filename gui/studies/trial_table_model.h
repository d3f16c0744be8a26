// SPDX-License-Identifier: GPL-3.0-or-later
// The trials of a study as a table that sorts: those within the brushed ranges. Rows are numbers in
// a list, so that ten thousand of them are sorted and chosen at once.
#pragma once

#include <QAbstractTableModel>

#include "gui/studies/study_model.h"

namespace trainyard {

class TrialTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  // Then a column for each parameter, and the last ones.
  enum Column { NumberColumn, StateColumn, ValueColumn, FirstParameterColumn };
  enum Role { ValueRole = Qt::UserRole, TrialStateRole, IsBestRole };

  // `study` must outlive it.
  explicit TrialTableModel(const StudyModel* study);

  int stepsColumn() const { return FirstParameterColumn + numParameters(); }
  int secondsColumn() const { return stepsColumn() + 1; }
  int causeColumn() const { return stepsColumn() + 2; }
  int trialAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  // -1 if it is not shown.
  int rowOf(int trial) const;
  // What is brushed is shown; called when no brush moves, since it fills the table again.
  void followBrush();

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  // Trials without a value are last in both orders.
  void sort(int column, Qt::SortOrder order) override;
  int sortColumn() const { return m_sortColumn; }
  Qt::SortOrder sortOrder() const { return m_order; }

 private:
  void followStudy();
  int numParameters() const;
  std::vector<int> sorted() const;
  void take(std::vector<int> rows);
  double sortValue(int trial) const;
  QString words(int trial, int column) const;

  const StudyModel* m_study;
  QString m_shown;            // the study
  QStringList m_paths;        // of the parameters
  std::vector<int> m_rows;    // trials
  std::vector<int> m_places;  // rows of trials, -1 for those that are not shown
  int m_sortColumn = ValueColumn;
  Qt::SortOrder m_order = Qt::AscendingOrder;
};

}  // namespace trainyard
