// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs as rows: one's own of all clusters, or all that are listed of one cluster.
#pragma once

#include "gui/forms/rows_model.h"
#include "gui/queue/queue_row.h"

namespace trainyard {

class QueueJobsModel : public RowsModel<QueueJobsModel, QList<QueueRow>> {
  Q_OBJECT
 public:
  enum Column {
    RunColumn,
    JobColumn,
    StateColumn,
    WhereColumn,
    GpusColumn,
    WhyColumn,
    TimeColumn,
    ColumnCount
  };

  using RowsModel::RowsModel;

  // The selection is kept if the rows are the same jobs.
  void show(const QList<QueueRow>& rows, bool hasSeveralTargets, double now);
  int rowOf(const QString& key) const;  // -1: it is not there
  const QList<QueueRow>& rows() const { return m_rows; }
  double now() const { return m_now; }

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const QueueRow& row, int column) const;

  bool m_hasSeveralTargets = true;
  double m_now = 0;
};

}  // namespace trainyard
