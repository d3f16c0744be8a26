// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about clusters as a whole: what they have, who waits there, and the login before a
// call.
#include <algorithm>

#include <QHash>
#include <QSet>

#include "engine/contract/messages.h"
#include "remote/service/calls/service_calls.h"
#include "remote/service/protocol/cluster_values.h"

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

}  // namespace

QCoro::Task<void> ServiceCalls::logInAgain(QString method, QJsonObject parameters,
                                           std::stop_token stop) {
  // submit, resume and those of targets do so themselves.
  static const QSet<QString> reaching{
      QStringLiteral("check"),        QStringLiteral("inspect"),
      QStringLiteral("sync.preview"), QStringLiteral("mirror.preview"),
      QStringLiteral("mirror"),       QStringLiteral("fetch"),
      QStringLiteral("remove"),       QStringLiteral("scan"),
      QStringLiteral("logs.list"),    QStringLiteral("logs.read"),
      QStringLiteral("results.list"), QStringLiteral("results.read"),
      QStringLiteral("tunnels.open"), QStringLiteral("cluster.state"),
      QStringLiteral("queue.list"),   QStringLiteral("queue.cancel"),
      QStringLiteral("cancel")};
  if (!reaching.contains(method)) co_return;
  QString target = parameters["target"].toString();
  const QString run = parameters["run"].toString();
  if (!run.isEmpty())
    if (const auto found = m_runs.find(run)) target = found->run.target;
  const auto held = m_targets.hold(target);
  if (held && held->site->link().link == TargetLink::refused)
    (void)co_await held->site->logIn(stop);
}

QCoro::Task<Result<ServiceCalls::Looked>> ServiceCalls::look(QJsonObject parameters,
                                                             std::stop_token stop) {
  const QString target = parameters["target"].toString();
  const auto when = lookWhenFrom(parameters["when"].toString(QStringLiteral("ask")));
  if (!when)
    co_return make_error(
        "protocol.parameters",
        {{"name", "when"},
         {"kind", asArgument(sentence("kind.one_of", {{"known", "known, connected, ask"}}))}});
  Looked looked;
  if (*when == LookWhen::ask) {
    CO_TRY(looked.held, co_await m_targets.ready(target, TargetKeeper::Login::onDemand, stop));
  } else {
    CO_TRY(looked.held, m_targets.hold(target));
  }
  if (!looked.held.target.scheduler->kind().can.showsCluster)
    co_return make_error("cluster.none", {{"target", target.toStdString()}});
  if (*when == LookWhen::known ||
      (*when == LookWhen::connected && looked.held.site->link().link != TargetLink::connected)) {
    const auto known = m_looks.known(looked.held);
    if (!known) co_return make_error("cluster.not_seen", {{"target", target.toStdString()}});
    looked.state = *known;
    co_return looked;
  }
  CO_TRY(looked.state, co_await m_looks.state(looked.held, stop));
  co_return looked;
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::clusterState(QJsonObject parameters,
                                                            std::stop_token stop) {
  CO_TRY(const auto looked, co_await look(parameters, stop));
  co_return toJson(looked.state);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::listQueue(QJsonObject parameters,
                                                         std::stop_token stop) {
  CO_TRY(const auto looked, co_await look(parameters, stop));
  const QString target = looked.held.target.name;
  co_return toJson(queueAnswerOf(looked.state, m_targets.facts(target).user,
                                 runsByJob(m_runs.book().store, target)));
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::cancelQueued(QJsonObject parameters,
                                                            std::stop_token stop) {
  const QString job = parameters["queued"].toString();
  parameters.insert("when", nameOf(LookWhen::ask));
  CO_TRY(auto looked, co_await look(parameters, stop));
  const QString target = looked.held.target.name, user = m_targets.facts(target).user;
  const QueuedJob* found = queuedJob(looked.state, job);
  if (!found) {
    // It may be newer than the answer that is kept.
    m_looks.expire(looked.held);
    CO_TRY(looked.state, co_await m_looks.state(looked.held, stop));
    found = queuedJob(looked.state, job);
  }
  if (!found) co_return make_error("queue.no_job", {{"job", job.toStdString()}});
  if (found->user != user)
    co_return make_error("queue.not_mine",
                         {{"job", job.toStdString()}, {"user", found->user.toStdString()}});
  const QString run = runsByJob(m_runs.book().store, target).value(found->number);
  if (!run.isEmpty())
    co_return make_error("queue.is_run",
                         {{"job", job.toStdString()}, {"run", run.left(8).toStdString()}});
  // A part of an array is ended as a whole: its number is what the queue takes.
  const QString number = found->id.contains(QLatin1Char('[')) ? found->number : job;
  CO_TRY(co_await looked.held.target.scheduler->cancelQueued(number, found->name, stop));
  m_looks.noteCancelled(looked.held, number);
  co_return QJsonObject{{"job", number}};
}

}  // namespace trainyard
