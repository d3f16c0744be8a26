// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of a cluster as rows: own ones, those ahead of them, or running ones of others.
#pragma once

#include "gui/forms/rows_model.h"
#include "remote/service/protocol/cluster_values.h"

namespace trainyard {

class QueueJobsModel : public RowsModel<QueueJobsModel, QList<QueueEntry>> {
  Q_OBJECT
 public:
  enum class Whose { mine, before, running };
  enum Column {
    JobColumn,
    NameColumn,
    OwnerColumn,
    PartitionColumn,
    SizeColumn,
    TimeColumn,
    BeforeColumn,
    WhyColumn,
    ColumnCount
  };

  explicit QueueJobsModel(Whose whose);

  // Shows the jobs of its kind; the selection is kept if the rows are the same jobs.
  void show(const QueueAnswer& answer, double now);
  void clear();

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString ownerOf(const QueueEntry& entry) const;
  QString timeOf(const QueuedJob& job) const;
  QString whyOf(const QueuedJob& job) const;

  Whose m_whose;
  double m_now = 0;
};

}  // namespace trainyard
