// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about whole clusters: what they have, and who is waiting there.
#include <algorithm>

#include <QHash>

#include "engine/contract/messages.h"
#include "remote/service/calls/call_table.h"
#include "remote/service/runs/job_adoption.h"

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

struct OwnJob {
  Probed probed;
  QueuedJob job;
};

// A job of the user that belongs to no run.
Answering<OwnJob> ownJob(CallContext& context, QString target, QString job, std::stop_token stop) {
  const ClusterArguments cluster{target, ProbeWhen::ask};
  CO_TRY(auto probed, co_await probe(context, cluster, stop));
  const QString user = context.targets.facts(target).user;
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
  const QueuedJob copy = *found;
  co_return OwnJob{std::move(probed), copy};
}

Answering<CancelledJob> cancelQueued(CallContext& context, CancelQueuedArguments arguments,
                                     std::stop_token stop) {
  const QString job = arguments.queued;
  CO_TRY(auto own, co_await ownJob(context, arguments.target, job, stop));
  const HeldTarget& held = own.probed.held;
  // A part of an array is ended as a whole: the queue expects its number.
  const QString number = own.job.id.contains(QLatin1Char('[')) ? own.job.number : job;
  CO_TRY(co_await held.target.scheduler->cancelQueued(number, own.job.name, stop));
  context.probes.noteCancelled(held, number);
  co_return CancelledJob{number};
}

Answering<QueuedDetails> showQueued(CallContext& context, QueuedArguments arguments,
                                    std::stop_token stop) {
  CO_TRY(auto own, co_await ownJob(context, arguments.target, arguments.queued, stop));
  CO_TRY(auto files,
         co_await own.probed.held.target.scheduler->filesOfQueued(own.job.number, stop));
  co_return QueuedDetails{own.job, std::move(files)};
}

Answering<AdoptedJob> adoptQueued(CallContext& context, QueuedArguments arguments,
                                  std::stop_token stop) {
  CO_TRY(auto own, co_await ownJob(context, arguments.target, arguments.queued, stop));
  const Target& target = own.probed.held.target;
  CO_TRY(auto files, co_await target.scheduler->filesOfQueued(own.job.number, stop));
  CO_TRY(const auto found, co_await adoptedRun(target, own.job, std::move(files), stop));
  if (!context.runs.add(found)) co_return make_error("queue.not_adopted", {});
  co_return AdoptedJob{found.record.run};
}

}  // namespace

void addClusterCalls(CallTable& table) {
  table.add(methods::clusterState, clusterState);
  table.add(methods::queueList, listQueue);
  table.add(methods::queueCancel, cancelQueued);
  table.add(methods::queueShow, showQueued);
  table.add(methods::queueAdopt, adoptQueued);
}

}  // namespace trainyard
