// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_jobs_model.h"

#include <QLocale>
#include <algorithm>

#include "gui/forms/plain_tip.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void QueueJobsModel::show(const QList<QueueRow>& rows, bool hasSeveralTargets, double now) {
  m_now = now;
  m_hasSeveralTargets = hasSeveralTargets;
  const bool areSame = std::ranges::equal(
      rows, m_rows, [](const QueueRow& a, const QueueRow& b) { return a.key() == b.key(); });
  if (!areSame) return setRows(rows);
  m_rows = rows;
  if (!rows.isEmpty())
    emit dataChanged(index(0, 0), index(static_cast<int>(rows.size()) - 1, ColumnCount - 1));
}

int QueueJobsModel::rowOf(const QString& key) const {
  const auto found =
      std::ranges::find_if(m_rows, [&](const QueueRow& row) { return row.key() == key; });
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString QueueJobsModel::text(const QueueRow& row, int column) const {
  switch (column) {
    case RunColumn:
      return QueueText::name(row);
    case JobColumn:
      return row.job().id;
    case StateColumn:
      return QueueText::state(row.job());
    case WhereColumn:
      return QueueText::where(row, m_hasSeveralTargets);
    case GpusColumn:
      return QueueText::gpus(row);
    case WhyColumn:
      if (const auto share = QueueText::share(row))
        return QLocale().toString(static_cast<int>(*share * 100)) + u" %"_s;
      return QueueText::why(row, m_now);
    case TimeColumn:
      return QueueText::time(row, m_now);
    default:
      return {};
  }
}

QVariant QueueJobsModel::data(const QModelIndex& index, int role) const {
  const QueueRow* row = at(index);
  if (!row) return {};
  const int column = index.column();
  if (role == Qt::TextAlignmentRole && (column == GpusColumn || column == TimeColumn))
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && column == RunColumn)
    return plainTip(tr("Job %1, %2").arg(row->job().id, row->job().name.simplified()));
  if (role == Qt::ToolTipRole) return plainTip(text(*row, column));
  return role == Qt::DisplayRole ? QVariant(text(*row, column)) : QVariant();
}

QVariant QueueJobsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && (section == GpusColumn || section == TimeColumn))
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case RunColumn:
      return tr("Run");
    case JobColumn:
      return tr("Job");
    case StateColumn:
      return tr("State");
    case WhereColumn:
      return m_hasSeveralTargets ? tr("Where") : tr("Partition");
    case GpusColumn:
      return tr("GPUs");
    case WhyColumn:
      return tr("Why it waits, or how far it is");
    case TimeColumn:
      return tr("Start or end");
    default:
      return {};
  }
}

}  // namespace trainyard
