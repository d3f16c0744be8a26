// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about whole clusters: what they have, and who is waiting there.
#include <algorithm>

#include <QHash>

#include "engine/contract/messages.h"
#include "remote/service/calls/call_table.h"

namespace trainyard {
namespace {

QHash<QString, QString> runsByJob(RunStore& store, const QString& target) {
  QHash<QString, QString> runs;
  const auto all = store.runs();
  if (!all) return runs;
  for (const RunRecord& run : *all) {
    if (run.target != target || !isOpen(run.state) || !run.parent.isEmpty()) continue;
    const auto jobs = store.jobs(run.run);
    if (!jobs) continue;
    for (const JobRecord& job : *jobs)
      if (!job.job.isEmpty()) runs.insert(job.job, run.run);
  }
  return runs;
}

const QueuedJob* queuedJob(const ClusterState& state, const QString& job) {
  const auto found = std::find_if(state.jobs.begin(), state.jobs.end(), [&](const QueuedJob& each) {
    return each.id == job || each.number == job;
  });
  return found == state.jobs.end() ? nullptr : &*found;
}

struct Probed {
  HeldTarget held;
  ClusterState state;
};

Answering<Probed> probe(CallContext& context, ClusterArguments arguments, std::stop_token stop) {
  const QString target = arguments.target;
  const ProbeWhen when = arguments.when;
  Probed probed;
  if (when == ProbeWhen::ask) {
    CO_TRY(probed.held,
           co_await context.targets.ready(target, TargetRegistry::Login::onDemand, stop));
  } else {
    CO_TRY(probed.held, context.targets.hold(target));
  }
  if (!probed.held.target.scheduler->kind().can.showsCluster)
    co_return make_error("cluster.none", {{"target", target.toStdString()}});
  if (when == ProbeWhen::known ||
      (when == ProbeWhen::connected && probed.held.site->link().link != TargetLink::connected)) {
    const auto known = context.probes.known(probed.held);
    if (!known) co_return make_error("cluster.not_seen", {{"target", target.toStdString()}});
    probed.state = *known;
    co_return probed;
  }
  CO_TRY(probed.state, co_await context.probes.state(probed.held, stop));
  co_return probed;
}

Answering<ClusterState> clusterState(CallContext& context, ClusterArguments arguments,
                                     std::stop_token stop) {
  CO_TRY(auto probed, co_await probe(context, std::move(arguments), stop));
  co_return std::move(probed.state);
}

Answering<QueueAnswer> listQueue(CallContext& context, ClusterArguments arguments,
                                 std::stop_token stop) {
  CO_TRY(const auto probed, co_await probe(context, std::move(arguments), stop));
  const QString target = probed.held.target.name;
  co_return queueAnswerOf(probed.state, context.targets.facts(target).user,
                          runsByJob(context.runs.registry().store, target));
}

Answering<CancelledJob> cancelQueued(CallContext& context, CancelQueuedArguments arguments,
                                     std::stop_token stop) {
  const QString job = arguments.queued;
  const ClusterArguments cluster{arguments.target, ProbeWhen::ask};
  CO_TRY(auto probed, co_await probe(context, cluster, stop));
  const QString target = probed.held.target.name, user = context.targets.facts(target).user;
  const QueuedJob* found = queuedJob(probed.state, job);
  if (!found) {
    // It may be newer than the answer that is kept.
    context.probes.expire(probed.held);
    CO_TRY(probed.state, co_await context.probes.state(probed.held, stop));
    found = queuedJob(probed.state, job);
  }
  if (!found) co_return make_error("queue.no_job", {{"job", job.toStdString()}});
  if (found->user != user)
    co_return make_error("queue.not_mine",
                         {{"job", job.toStdString()}, {"user", found->user.toStdString()}});
  const QString run = runsByJob(context.runs.registry().store, target).value(found->number);
  if (!run.isEmpty())
    co_return make_error("queue.is_run",
                         {{"job", job.toStdString()}, {"run", run.left(8).toStdString()}});
  // A part of an array is ended as a whole: the queue expects its number.
  const QString number = found->id.contains(QLatin1Char('[')) ? found->number : job;
  CO_TRY(co_await probed.held.target.scheduler->cancelQueued(number, found->name, stop));
  context.probes.noteCancelled(probed.held, number);
  co_return CancelledJob{number};
}

}  // namespace

void addClusterCalls(CallTable& table) {
  table.add(methods::clusterState, clusterState);
  table.add(methods::queueList, listQueue);
  table.add(methods::queueCancel, cancelQueued);
}

}  // namespace trainyard
