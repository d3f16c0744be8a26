// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/lane_text.h"

#include <cmath>

#include "gui/forms/contract_text.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype mostNodesNamed = 3;

QString lineOf(const QString& text) { return shownText(text, ShownLines::one); }

QString nodeListText(const QStringList& nodes) {
  const QString some = lineOf(nodes.first(std::min(nodes.size(), mostNodesNamed)).join(u", "_s));
  return nodes.size() > mostNodesNamed
             ? LaneText::tr("%1 and %2 more").arg(some).arg(nodes.size() - mostNodesNamed)
             : some;
}

}  // namespace

QString LaneText::node(const Lane& lane) {
  return lane.node.isEmpty() ? tr("idle") : lineOf(lane.node);
}

QString LaneText::bar(const LaneBar& bar, const Names& names, double now) {
  const QString name = names.value(bar.job, bar.job);
  switch (bar.kind) {
    case LaneBar::Kind::others:
      return std::isfinite(bar.end) ? tr("until its limit") : tr("without a limit");
    case LaneBar::Kind::mine:
      return std::isfinite(bar.end)
                 ? tr("%1, until %2 at most").arg(name, QuantityText::clock(bar.end, now))
                 : name;
    case LaneBar::Kind::before:
      return tr("waits before yours");
    case LaneBar::Kind::expected:
      return bar.begin > now ? tr("%1, at %2").arg(name, QuantityText::clock(bar.begin, now))
                             : tr("%1, now").arg(name);
  }
  return {};
}

QString LaneText::details(const Lane& lane, const LaneBar& bar, const Names& names,
                          const LanePlan& plan) {
  const QString job = names.contains(bar.job) ? tr("%1 (job %2)").arg(names.value(bar.job), bar.job)
                                              : tr("job %1 of %2").arg(bar.job, lineOf(bar.user));
  const QString size =
      plan.countsGpus ? tr(", %1 of %2").arg(bar.rows).arg(QuantityText::gpus(lane.size)) : u""_s;
  const QString end = std::isfinite(bar.end)
                          ? tr("until its limit at %1").arg(QuantityText::clock(bar.end, plan.now))
                          : tr("without a limit");
  if (bar.begin <= plan.now) return tr("%1: %2%3, %4").arg(node(lane), job, size, end);
  return tr("%1: %2%3, from %4, %5")
      .arg(node(lane), job, size, QuantityText::clock(bar.begin, plan.now), end);
}

QString LaneText::kind(LaneBar::Kind kind) {
  switch (kind) {
    case LaneBar::Kind::others:
      return tr("others, until their limit");
    case LaneBar::Kind::mine:
      return tr("mine, running");
    case LaneBar::Kind::before:
      return tr("waits before mine");
    case LaneBar::Kind::expected:
      return tr("mine, expected");
  }
  return {};
}

QString LaneText::scale(const LanePlan& plan) {
  int size = 0;
  for (const Lane& lane : plan.lanes) size = std::max(size, lane.size);
  QString text = plan.countsGpus
                     ? tr("a lane is a node, its height %1").arg(QuantityText::gpus(size))
                     : tr("a lane is a node, its height the jobs there");
  if (plan.omitted > 0) text += tr("; not shown: %1").arg(QuantityText::nodes(plan.omitted));
  return text;
}

QString LaneText::title(const QueueRow& row) {
  return row.job().phase == QueuedJob::Phase::waiting
             ? tr("When %1 can start").arg(QueueText::name(row))
             : tr("Where %1 runs").arg(QueueText::name(row));
}

QString LaneText::request(const QueueRow& row) {
  const QueuedJob& job = row.job();
  const QString partition = lineOf(job.partitions.join(u", "_s));
  const QString nodes = QuantityText::nodes(job.nodeCount);
  QString text = job.gpus > 0
                     ? tr("It requests %1 on %2 of %3").arg(QueueText::gpus(row), nodes, partition)
                     : tr("It requests %1 of %2").arg(nodes, partition);
  if (job.limitSeconds)
    text += tr(" for %1").arg(QuantityText::duration(static_cast<double>(*job.limitSeconds)));
  return text + u'.';
}

QString LaneText::before(const QueueRow& row, const LanePlan& plan) {
  if (row.entry.before <= 0) return {};
  const QString jobs = row.entry.before == 1 ? tr("One job is before it")
                                             : tr("Jobs before it: %1").arg(row.entry.before);
  return plan.takenBefore.isEmpty()
             ? jobs + u'.'
             : tr("%1; they get %2 first.").arg(jobs, nodeListText(plan.takenBefore));
}

QString LaneText::expected(const QueueRow& row, const LanePlan& plan) {
  const QueuedJob& job = row.job();
  QStringList sentences;
  if (plan.isPlanned)
    return tr("The scheduler plans it for %1 on %2.")
        .arg(QuantityText::clock(plan.start, plan.now), nodeListText(plan.startNodes));
  if (job.start > plan.now)
    sentences
        << tr("The scheduler expects it about %1.").arg(QuantityText::clock(job.start, plan.now));
  if (plan.start > 0 && !plan.startNodes.isEmpty())
    sentences << (plan.start > plan.now
                      ? tr("If each job ran to its time limit and none came before it, it would "
                           "start at %1 on %2.")
                            .arg(QuantityText::clock(plan.start, plan.now),
                                 nodeListText(plan.startNodes))
                      : tr("By what is free, it could start now on %1.")
                            .arg(nodeListText(plan.startNodes)));
  else if (!plan.isComplete)
    sentences << tr(
        "Not all jobs of its partitions are listed, so where it will start is not known.");
  else if (sentences.isEmpty())
    sentences << tr("When it will start is not known.");
  return sentences.join(u' ');
}

QString LaneText::start(const QueueRow& row, const LanePlan& plan) {
  const QueuedJob& job = row.job();
  if (job.phase != QueuedJob::Phase::waiting) {
    const QString nodes =
        job.nodes.isEmpty() ? QString() : tr("It runs on %1.").arg(lineOf(job.nodes));
    return QStringList{request(row), nodes}.join(u' ').trimmed();
  }
  const QString why = job.isEligible ? QString()
                                     : ContractText::message(job.why.code, job.why.arguments,
                                                             job.why.text.toStdString());
  QStringList sentences{request(row), why, before(row, plan), expected(row, plan)};
  sentences.removeAll(QString());
  return sentences.join(u' ');
}

}  // namespace trainyard
