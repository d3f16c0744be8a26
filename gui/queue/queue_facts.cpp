// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_facts.h"

#include <QLocale>
#include <algorithm>

#include "gui/forms/shown_text.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/target_shares.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype mostPartitions = 3, mostLimits = 4;
constexpr double month = 30 * 86400.0;

QString textLine(const QString& text) { return shownText(text, ShownLines::one); }
QString countText(qint64 value) { return QLocale().toString(value); }
double shareOf(double part, double all) { return all > 0 ? std::clamp(part / all, 0.0, 1.0) : 0; }

// The GPUs in a limit such as "cpu=64,gres/gpu=8,gres/gpu:a100=8"; nothing: they have none.
std::optional<qint64> gpusOf(const QString& resources) {
  for (const QString& each : resources.split(u','))
    if (each.startsWith(u"gres/gpu="_s)) {
      bool isNumber = false;
      const qint64 gpus = each.section(u'=', 1).toLongLong(&isNumber);
      if (isNumber && gpus > 0) return gpus;
    }
  return std::nullopt;
}

ShareRow gpuRow(const QString& name, const PartitionState& partition,
                const QList<QueueEntry>& jobs) {
  int total = 0, free = 0;
  QStringList types;
  for (const GpuCount& gpus : partition.gpus) {
    total += gpus.total;
    free += gpus.free;
    if (!gpus.type.isEmpty()) types << textLine(gpus.type).toUpper();
  }
  qint64 mine = 0;
  for (const QueueEntry& entry : jobs)
    if (entry.isMine && entry.job.phase == QueuedJob::Phase::running &&
        entry.job.partitions.contains(partition.limits.name))
      mine += entry.job.gpus;
  const double own = shareOf(static_cast<double>(mine), total);
  return {name,
          types.join(u", "_s),
          countText(free),
          QueueFacts::tr("of %1 free").arg(countText(total)),
          own,
          std::max(0.0, shareOf(total - free, total) - own),
          free == 0};
}

}  // namespace

QList<ShareRow> QueueFacts::free(const QString& target, const ClusterState& state,
                                 const QList<QueueEntry>& jobs) {
  QList<const PartitionState*> partitions;
  const auto gpusIn = [](const PartitionState* partition) {
    int all = 0;
    for (const GpuCount& gpus : partition->gpus) all += gpus.total;
    return all;
  };
  for (const PartitionState& partition : state.partitions)
    if (gpusIn(&partition) > 0) partitions << &partition;
  std::ranges::stable_sort(partitions, [&](const PartitionState* a, const PartitionState* b) {
    return gpusIn(a) > gpusIn(b);
  });
  partitions.resize(std::min(partitions.size(), mostPartitions));
  QList<ShareRow> rows;
  for (const PartitionState* partition : partitions)
    rows << gpuRow(partitions.size() == 1
                       ? target
                       : tr("%1, %2").arg(target, textLine(partition->limits.name)),
                   *partition, jobs);
  if (!rows.isEmpty() || state.nodes.total() == 0) return rows;
  const int idle = state.nodes.idle, all = state.nodes.total();
  return {{target, tr("nodes"), countText(idle), tr("of %1 free").arg(countText(all)), 0,
           shareOf(all - idle, all), idle == 0}};
}

QList<ShareRow> QueueFacts::limits(const ClusterState& state, const QList<QueueEntry>& jobs) {
  QList<ShareRow> rows;
  for (const ServiceClass& qos : state.qos) {
    qint64 gpus = 0, running = 0;
    for (const QueueEntry& entry : jobs)
      if (entry.isMine && entry.job.phase == QueuedJob::Phase::running &&
          entry.job.qos == qos.name) {
        gpus += entry.job.gpus;
        ++running;
      }
    if (const auto limit = gpusOf(qos.maxResources))
      rows << TargetShares::used(tr("GPUs at once, QOS %1").arg(textLine(qos.name)), gpus, *limit);
    if (qos.maxJobs && *qos.maxJobs > 0)
      rows << TargetShares::used(tr("Jobs at once, QOS %1").arg(textLine(qos.name)), running,
                                 *qos.maxJobs);
  }
  rows.resize(std::min(rows.size(), mostLimits));
  return rows + TargetShares::accounts(state.balances);
}

QList<ShareRow> QueueFacts::storage(const TargetRecord& target) {
  return TargetShares::storage(
      target, tr("%1 on %2").arg(textLine(target.settings.base), target.settings.name));
}

QMap<QString, QList<double>> QueueFacts::waits(const QList<RunRecord>& runs, double now) {
  QMap<QString, QList<double>> waits;
  for (const RunRecord& run : runs) {
    if (run.target == u"here"_s || run.started <= 0 || run.created <= 0) continue;
    const double started = run.started + RunText::clockOffset(run);
    if (started > now - month && started <= now + 60)
      waits[run.target] << std::max(0.0, started - run.created);
  }
  return waits;
}

}  // namespace trainyard
