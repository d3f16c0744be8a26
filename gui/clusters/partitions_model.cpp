// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/partitions_model.h"

#include <QLocale>

#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString timesOf(const PartitionFacts& partition) {
  const QString most = partition.maxSeconds
                           ? QuantityText::duration(static_cast<double>(*partition.maxSeconds))
                           : PartitionsModel::tr("unlimited");
  if (!partition.defaultSeconds) return most;
  return PartitionsModel::tr("%1 (default %2)")
      .arg(most, QuantityText::duration(static_cast<double>(*partition.defaultSeconds)));
}

QString gpusOf(const PartitionFacts& partition) {
  QStringList kinds;
  for (const GpuKind& kind : partition.gpus)
    kinds << (kind.type.isEmpty()
                  ? PartitionsModel::tr("%1 on each of %2 nodes").arg(kind.perNode).arg(kind.nodes)
                  : PartitionsModel::tr("%1 %2 on each of %3 nodes")
                        .arg(kind.perNode)
                        .arg(kind.type)
                        .arg(kind.nodes));
  return kinds.isEmpty() ? PartitionsModel::tr("none") : kinds.join(u", "_s);
}

QString allowed(const QStringList& names) {
  return names.isEmpty() ? PartitionsModel::tr("all") : names.join(u", "_s);
}

}  // namespace

void PartitionsModel::show(const QList<PartitionFacts>& partitions) { setRows(partitions); }

QVariant PartitionsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::DisplayRole) return {};
  const PartitionFacts& partition = m_rows[index.row()];
  switch (index.column()) {
    case NameColumn:
      return partition.isDefault ? tr("%1 (default)").arg(partition.name) : partition.name;
    case StateColumn:
      return partition.state;
    case NodesColumn:
      return partition.maxNodes
                 ? tr("%1, at most %2 per job").arg(partition.nodes).arg(*partition.maxNodes)
                 : QString::number(partition.nodes);
    case TimeColumn:
      return timesOf(partition);
    case GpusColumn:
      return gpusOf(partition);
    case ProcessorsColumn:
      return partition.processorsPerNode > 0 ? QVariant(partition.processorsPerNode) : QVariant();
    case MemoryColumn:
      return partition.memoryMibPerNode > 0 ? QuantityText::bytes(partition.memoryMibPerNode << 20)
                                            : QString();
    case AccountsColumn:
      return allowed(partition.accounts);
    case QosColumn:
      return allowed(partition.qos);
    default:
      return {};
  }
}

QVariant PartitionsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Partition");
    case StateColumn:
      return tr("State");
    case NodesColumn:
      return tr("Nodes");
    case TimeColumn:
      return tr("Longest time");
    case GpusColumn:
      return tr("GPUs");
    case ProcessorsColumn:
      return tr("Cores per node");
    case MemoryColumn:
      return tr("Memory per node");
    case AccountsColumn:
      return tr("Accounts");
    case QosColumn:
      return tr("QOS");
    default:
      return {};
  }
}

}  // namespace trainyard
