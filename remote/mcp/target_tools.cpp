// SPDX-License-Identifier: GPL-3.0-or-later
// Tools about places where runs go: targets, cluster.
#include <QJsonArray>

#include "remote/mcp/session.h"
#include "remote/mcp/tool_arguments.h"
#include "remote/mcp/tool_table.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

using Answered = QCoro::Task<Result<ToolAnswer>>;

// Without how a person logs in there.
QJsonObject targetJson(const TargetRecord& target) {
  const QJsonObject facts = toJson(target.facts);
  return {{QStringLiteral("name"), target.settings.name},
          {QStringLiteral("queue"), target.kind},
          {QStringLiteral("link"), text(name_of(target.link))},
          {QStringLiteral("reason"), target.reason},
          {QStringLiteral("partitions"), facts[QStringLiteral("partitions")]}};
}

Answered listTargets(AgentSession& session, NoArguments, ToolCall call) {
  CO_TRY(auto records, co_await session.ask(methods::targetsList, call.stop, Nothing()));
  QJsonArray list;
  QStringList lines;
  for (const TargetRecord& target : std::as_const(records.targets)) {
    list.append(targetJson(target));
    lines << target.settings.name + QStringLiteral(": ") +
                 (target.isHere()
                      ? QStringLiteral("this computer")
                      : target.kind + QStringLiteral(", ") + text(name_of(target.link)));
  }
  co_return ToolAnswer{{{QStringLiteral("targets"), list}}, lines.join(QLatin1Char('\n'))};
}

Answered showCluster(AgentSession& session, ClusterToolArguments arguments, ToolCall call) {
  ClusterArguments asked{arguments.target, ProbeWhen::ask};
  CO_TRY(auto state, co_await session.ask(methods::clusterState, call.stop, asked));
  CO_TRY(auto queue, co_await session.ask(methods::queueList, call.stop, asked));
  const qsizetype all = queue.jobs.size();
  qsizetype waiting = 0;
  for (const QueueEntry& entry : std::as_const(queue.jobs))
    waiting += entry.isMine && entry.job.phase == QueuedJob::Phase::waiting ? 1 : 0;
  queue.jobs = queue.jobs.mid(0, arguments.jobs);
  co_return ToolAnswer{
      {{QStringLiteral("cluster"), toJson(state)}, {QStringLiteral("queue"), toJson(queue)}},
      QStringLiteral("%1: %2 jobs in the queue as far as they matter, %3 of one's own waiting")
          .arg(arguments.target)
          .arg(all)
          .arg(waiting)};
}

}  // namespace

void addTargetTools(ToolTable& table) {
  table.add({"targets", "Targets",
             "Lists where runs can go: this computer (here) and the clusters, with their "
             "partitions and limits."},
            Effect::reads, listTargets);
  table.add({"cluster", "State of a cluster", "What a cluster has, what is free, and its queue."},
            Effect::reads, showCluster);
}

}  // namespace trainyard
