// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/clusters_model.h"

#include "engine/system/unix_time.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/targets/target_text.h"

namespace trainyard {
ClustersModel::ClustersModel(TargetList* list) : m_list(list) {
  connect(list, &TargetList::changed, this, &ClustersModel::take);
  take();
}

// Rows that remain keep their place, so that a selection is kept; the service lists them in the
// order in which they were added.
void ClustersModel::take() {
  QList<TargetRecord> fresh;
  for (const TargetRecord& target : m_list->targets())
    if (!TargetList::isHere(target.settings.name)) fresh << target;
  for (qsizetype row = m_rows.size() - 1; row >= 0; --row) {
    if (m_list->find(m_rows[row].settings.name)) continue;
    beginRemoveRows({}, static_cast<int>(row), static_cast<int>(row));
    m_rows.removeAt(row);
    endRemoveRows();
  }
  for (const TargetRecord& target : fresh) {
    int row = rowOf(target.settings.name);
    if (row < 0) {
      row = rowCount();
      beginInsertRows({}, row, row);
      m_rows << target;
      endInsertRows();
      continue;
    }
    m_rows[row] = target;
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
  }
}

int ClustersModel::rowOf(const QString& name) const {
  for (int row = 0; row < m_rows.size(); ++row)
    if (m_rows[row].settings.name == name) return row;
  return -1;
}

QString ClustersModel::linkText(const TargetRecord& cluster, double now) {
  if (cluster.link == TargetLink::connected && cluster.since > 0)
    return tr("since %1").arg(QuantityText::clock(cluster.since, now));
  return cluster.link == TargetLink::refused ? tr("log in") : TargetText::link(cluster);
}

QVariant ClustersModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const TargetRecord& cluster = m_rows[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == NameColumn) return cluster.settings.name;
      return index.column() == LinkColumn ? TargetText::link(cluster) : cluster.settings.host;
    case Qt::ToolTipRole:
      return plainTip(TargetText::summary(cluster, unix_time()));
    case TargetRole:
      return cluster.settings.name;
    default:
      return {};
  }
}

QVariant ClustersModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Cluster");
    case LinkColumn:
      return tr("Link");
    case HostColumn:
      return tr("Host");
    default:
      return {};
  }
}

}  // namespace trainyard
