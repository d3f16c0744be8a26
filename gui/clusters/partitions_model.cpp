// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/partitions_model.h"

#include <QLocale>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"

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
  return kinds.isEmpty() ? PartitionsModel::tr("none")
                         : shownText(kinds.join(u", "_s), ShownLines::one);
}

QString allowed(const QStringList& names) {
  return names.isEmpty() ? PartitionsModel::tr("all") : names.join(u", "_s);
}

}  // namespace

int PartitionRow::gpus() const {
  int all = 0;
  if (state)
    for (const GpuCount& count : state->gpus) all += count.total;
  return all;
}

int PartitionRow::freeGpus() const {
  int free = 0;
  if (state)
    for (const GpuCount& count : state->gpus) free += count.free;
  return free;
}

std::optional<double> PartitionRow::used() const {
  if (!state) return std::nullopt;
  const int all = gpus() > 0 ? gpus() : state->nodes.total();
  const int free = gpus() > 0 ? freeGpus() : state->nodes.idle;
  return all > 0 ? std::optional(std::clamp(1 - double(free) / all, 0.0, 1.0)) : std::nullopt;
}

bool PartitionsModel::isTelling(int column) const {
  return std::ranges::any_of(m_rows, [column](const PartitionRow& row) {
    if (column == StateColumn) return row.facts.state != u"UP"_s && !row.facts.state.isEmpty();
    if (column == FreeColumn || column == WaitingColumn) return row.state.has_value();
    if (column == AccountsColumn) return !row.facts.accounts.isEmpty();
    if (column == QosColumn) return !row.facts.qos.isEmpty();
    return true;
  });
}

// The answer of the cluster, if there is one, has the limits of now.
void PartitionsModel::show(const QList<PartitionFacts>& partitions,
                           const std::optional<ClusterState>& state) {
  QList<PartitionRow> rows;
  if (state)
    for (const PartitionState& partition : state->partitions)
      rows << PartitionRow{partition.limits, partition};
  if (rows.isEmpty())
    for (const PartitionFacts& facts : partitions) rows << PartitionRow{facts, {}};
  const bool areSame = std::ranges::equal(
      rows, m_rows, {}, [](const auto& a) { return a.facts.name; },
      [](const auto& b) { return b.facts.name; });
  if (!areSame) return setRows(std::move(rows));
  m_rows = std::move(rows);
  retranslate();
}

bool PartitionsModel::isNumber(int column) {
  return column == NodesColumn || column == WaitingColumn || column == TimeColumn ||
         column == ProcessorsColumn || column == MemoryColumn;
}

QString PartitionsModel::text(const PartitionRow& row, int column) const {
  const PartitionFacts& facts = row.facts;
  const QLocale locale;
  switch (column) {
    case NameColumn:
      return facts.isDefault ? tr("%1 (default)").arg(facts.name) : facts.name;
    case GpusColumn:
      return gpusOf(facts);
    case NodesColumn:
      return facts.maxNodes ? tr("%1, at most %2 per job").arg(facts.nodes).arg(*facts.maxNodes)
                            : locale.toString(facts.nodes);
    case FreeColumn:
      if (!row.state) return {};
      return row.gpus() > 0
                 ? tr("%1 of %2").arg(locale.toString(row.freeGpus()), locale.toString(row.gpus()))
                 : tr("%1 nodes idle").arg(locale.toString(row.state->nodes.idle));
    case WaitingColumn:
      return row.state ? locale.toString(row.state->waiting) : QString();
    case TimeColumn:
      return timesOf(facts);
    case ProcessorsColumn:
      return facts.processorsPerNode > 0 ? locale.toString(facts.processorsPerNode) : QString();
    case MemoryColumn:
      return facts.memoryMibPerNode > 0 ? QuantityText::bytes(facts.memoryMibPerNode << 20)
                                        : QString();
    case StateColumn:
      return facts.state;
    case AccountsColumn:
      return allowed(facts.accounts);
    case QosColumn:
      return allowed(facts.qos);
    default:
      return {};
  }
}

QVariant PartitionsModel::data(const QModelIndex& index, int role) const {
  const PartitionRow* row = at(index);
  if (!row) return {};
  const int column = index.column();
  if (role == Qt::TextAlignmentRole && isNumber(column))
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) return plainTip(text(*row, column));
  return role == Qt::DisplayRole ? QVariant(shownText(text(*row, column), ShownLines::one))
                                 : QVariant();
}

QVariant PartitionsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && isNumber(section))
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Partition");
    case GpusColumn:
      return tr("GPUs");
    case NodesColumn:
      return tr("Nodes");
    case FreeColumn:
      return tr("Free GPUs");
    case WaitingColumn:
      return tr("Waiting");
    case TimeColumn:
      return tr("Longest time");
    case ProcessorsColumn:
      return tr("Cores per node");
    case MemoryColumn:
      return tr("Memory per node");
    case StateColumn:
      return tr("State");
    case AccountsColumn:
      return tr("Accounts");
    case QosColumn:
      return tr("QOS");
    default:
      return {};
  }
}

}  // namespace trainyard
