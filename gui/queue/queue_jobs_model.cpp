// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_jobs_model.h"

#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using QueuedPhase = QueuedJob::Phase;

bool belongsTo(QueueJobsModel::Whose whose, const QueueEntry& entry) {
  const bool waits = entry.job.phase == QueuedPhase::waiting;
  switch (whose) {
    case QueueJobsModel::Whose::mine:
      return entry.isMine;
    case QueueJobsModel::Whose::before:
      return !entry.isMine && waits;
    case QueueJobsModel::Whose::running:
      return !entry.isMine && !waits;
  }
  return false;
}

QString limitOf(const QueuedJob& job) {
  return job.limitSeconds ? QuantityText::duration(static_cast<double>(*job.limitSeconds))
                          : QueueJobsModel::tr("no limit");
}

}  // namespace

QueueJobsModel::QueueJobsModel(Whose whose) : m_whose(whose) {}

void QueueJobsModel::show(const QueueAnswer& answer, double now) {
  QList<QueueEntry> entries;
  for (const QueueEntry& entry : answer.jobs)
    if (belongsTo(m_whose, entry)) entries << entry;
  m_now = now;
  const bool areSame =
      std::equal(entries.begin(), entries.end(), m_rows.begin(), m_rows.end(),
                 [](const QueueEntry& a, const QueueEntry& b) { return a.job.id == b.job.id; });
  if (areSame) {
    m_rows = entries;
    if (!entries.isEmpty())
      emit dataChanged(index(0, 0), index(static_cast<int>(entries.size()) - 1, ColumnCount - 1));
    return;
  }
  setRows(entries);
}

void QueueJobsModel::clear() {
  if (!m_rows.isEmpty()) setRows({});
}

QString QueueJobsModel::ownerOf(const QueueEntry& entry) const {
  if (!entry.isMine) return entry.job.user;
  if (!entry.run.isEmpty()) return tr("Run %1").arg(entry.run.left(8));
  if (entry.isCheck) return tr("Check by Trainyard");
  return entry.isRuns ? tr("Run from another computer") : tr("Not started by Trainyard");
}

QString QueueJobsModel::timeOf(const QueuedJob& job) const {
  if (job.phase == QueuedPhase::waiting || !job.elapsedSeconds) return limitOf(job);
  return tr("%1 of %2")
      .arg(QuantityText::duration(static_cast<double>(*job.elapsedSeconds)), limitOf(job));
}

QString QueueJobsModel::whyOf(const QueuedJob& job) const {
  if (job.phase == QueuedPhase::running && job.why.isEmpty())
    return job.nodes.isEmpty() ? tr("Runs") : tr("Runs on %1").arg(job.nodes);
  const QString why =
      ContractText::message(job.why.code, job.why.arguments, job.why.text.toStdString());
  if (job.phase != QueuedPhase::waiting || job.start <= m_now) return why;
  return tr("Starts about %1. %2").arg(QuantityText::clock(job.start, m_now), why);
}

QVariant QueueJobsModel::data(const QModelIndex& index, int role) const {
  const QueueEntry* entry = at(index);
  if (!entry) return {};
  const QueuedJob& job = entry->job;
  if (role == Qt::ToolTipRole && index.column() == WhyColumn) return plainTip(whyOf(job));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case JobColumn:
      return job.id;
    case NameColumn:
      return job.name.simplified();
    case OwnerColumn:
      return ownerOf(*entry);
    case PartitionColumn:
      return job.partitions.join(u", "_s);
    case SizeColumn:
      return job.gpus > 0
                 ? tr("%1 on %2")
                       .arg(QuantityText::gpus(job.gpus), QuantityText::nodes(job.nodeCount))
                 : QuantityText::nodes(job.nodeCount);
    case TimeColumn:
      return timeOf(job);
    case BeforeColumn:
      return job.isEligible ? QVariant(entry->before) : QVariant();
    case WhyColumn:
      return whyOf(job);
    default:
      return {};
  }
}

QVariant QueueJobsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case JobColumn:
      return tr("Job");
    case NameColumn:
      return tr("Name");
    case OwnerColumn:
      return m_whose == Whose::mine ? tr("Started by") : tr("Person");
    case PartitionColumn:
      return tr("Partition");
    case SizeColumn:
      return tr("Size");
    case TimeColumn:
      return tr("Time");
    case BeforeColumn:
      return tr("Before it");
    case WhyColumn:
      return m_whose == Whose::running ? tr("Where") : tr("Nodes, or why it waits");
    default:
      return {};
  }
}

}  // namespace trainyard
