// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of a cluster as rows: own ones, those ahead of them, or running ones of others.
#pragma once

#include <QAbstractTableModel>

#include "remote/service/protocol/cluster_values.h"

namespace trainyard {

class QueueJobsModel : public QAbstractTableModel {
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

  explicit QueueJobsModel(Whose whose, QObject* parent = nullptr);

  // Shows the jobs of its kind; the selection is kept if the rows are the same jobs.
  void show(const QueueAnswer& answer, double now);
  void clear();
  void retranslate();
  const QueueEntry* at(const QModelIndex& index) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString ownerOf(const QueueEntry& entry) const;
  QString timeOf(const QueuedJob& job) const;
  QString whyOf(const QueuedJob& job) const;

  Whose m_whose;
  QList<QueueEntry> m_entries;
  double m_now = 0;
};

}  // namespace trainyard
