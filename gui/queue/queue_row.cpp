// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_row.h"

#include <QRegularExpression>
#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString messageText(const Message& message) {
  return ContractText::message(message.code, message.arguments, message.text.toStdString());
}

}  // namespace

QString gpuTypeOf(const ClusterState& state, const QueuedJob& job) {
  QStringList types;
  for (const PartitionState& partition : state.partitions)
    if (job.partitions.contains(partition.limits.name))
      for (const GpuKind& kind : partition.limits.gpus)
        if (!types.contains(kind.type)) types << kind.type;
  return types.size() == 1 ? shownText(types.first(), ShownLines::one).toUpper() : QString();
}

// A job of a run has the run's name with digits of its UUID and the number of the submission.
QString QueueText::name(const QueueRow& row) {
  if (row.run) return RunText::shortName(*row.run);
  static const QRegularExpression token(u"-[0-9a-f]{8}\\.[0-9]{1,6}$"_s);
  QString name = shownText(row.job().name.simplified(), ShownLines::one);
  if (row.entry.isRuns) name.remove(token);
  return name.isEmpty() ? row.job().id : name;
}

QString QueueText::badge(const QueueRow& row) {
  if (row.run) return {};
  if (!row.entry.isMine) return shownText(row.job().user, ShownLines::one);
  if (row.entry.isCheck) return tr("check");
  return row.entry.isRuns ? tr("another computer") : tr("not a run");
}

QString QueueText::state(const QueuedJob& job) {
  switch (job.phase) {
    case QueuedJob::Phase::waiting:
      return tr("Waiting");
    case QueuedJob::Phase::running:
      return tr("Running");
    case QueuedJob::Phase::ending:
      return tr("Ending");
  }
  return {};
}

QString QueueText::where(const QueueRow& row, bool withTarget) {
  QStringList parts = row.job().partitions;
  if (withTarget) parts.prepend(row.target);
  return shownText(parts.join(u", "_s), ShownLines::one);
}

QString QueueText::gpus(const QueueRow& row) {
  const QueuedJob& job = row.job();
  if (job.gpus <= 0) return QuantityText::nodes(job.nodeCount);
  return row.gpuType.isEmpty() ? QuantityText::gpus(job.gpus)
                               : tr("%1 %2").arg(job.gpus).arg(row.gpuType);
}

QString QueueText::why(const QueueRow& row, double now) {
  const QueuedJob& job = row.job();
  if (job.phase == QueuedJob::Phase::waiting) {
    const QString why = messageText(job.why);
    if (!job.isEligible || row.entry.before <= 0) return why;
    return tr("%1 Before it: %2.").arg(why).arg(row.entry.before);
  }
  if (job.phase == QueuedJob::Phase::ending) return messageText(job.why);
  if (job.limitSeconds && job.start > 0)
    if (const double left = job.start + static_cast<double>(*job.limitSeconds) - now; left > 0)
      return tr("%1 left").arg(QuantityText::duration(left));
  return job.nodes.isEmpty() ? QString() : tr("on %1").arg(shownText(job.nodes, ShownLines::one));
}

std::optional<double> QueueText::share(const QueueRow& row) {
  if (row.job().phase != QueuedJob::Phase::running || !row.run) return {};
  return RunText::progress(*row.run);
}

double QueueText::endOf(const QueueRow& row, double now) {
  const auto share = QueueText::share(row);
  if (!share || *share <= 0.01) return 0;
  const double elapsed = RunText::elapsed(*row.run, now);
  return elapsed > 0 ? now + elapsed * (1 - *share) / *share : 0;
}

QString QueueText::time(const QueueRow& row, double now) {
  const QueuedJob& job = row.job();
  if (job.phase == QueuedJob::Phase::waiting)
    return job.start > now ? tr("about %1").arg(QuantityText::clock(job.start, now)) : QString();
  if (const double end = endOf(row, now); end > 0)
    return tr("ends %1").arg(QuantityText::clock(end, now));
  if (!job.limitSeconds || job.start <= 0) return {};
  return tr("by %1").arg(
      QuantityText::clock(job.start + static_cast<double>(*job.limitSeconds), now));
}

bool QueueText::matches(const QueueRow& row, const QString& search) {
  const QueuedJob& job = row.job();
  const QString text =
      QStringList{name(row), job.name, job.id, job.user, row.target, job.partitions.join(u' ')}
          .join(u'\n');
  return std::ranges::all_of(search.split(u' ', Qt::SkipEmptyParts), [&](const QString& word) {
    return text.contains(word, Qt::CaseInsensitive);
  });
}

}  // namespace trainyard
