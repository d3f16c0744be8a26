// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters added by the user, one per row: name, link, host.
#pragma once

#include "gui/forms/rows_model.h"
#include "gui/targets/target_list.h"

namespace trainyard {

class ClustersModel : public RowsModel<ClustersModel, QList<TargetRecord>> {
  Q_OBJECT
 public:
  enum Column { NameColumn, LinkColumn, HostColumn, ColumnCount };
  enum Role { TargetRole = Qt::UserRole };

  // The list must outlive it.
  explicit ClustersModel(TargetList* list);

  int rowOf(const QString& name) const;  // -1 if it is not in the list
  // Its link in few characters: "since 08:41", "log in".
  static QString linkText(const TargetRecord& cluster, double now);

  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void take();

  TargetList* m_list;
};

}  // namespace trainyard
