// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_cluster.h"

#include <algorithm>

#include <QRegularExpression>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/schedulers/limits_check.h"
#include "remote/schedulers/pbs/pbs_commands.h"
#include "remote/schedulers/pbs/pbs_jobs.h"
#include "remote/schedulers/pbs/pbs_site_text.h"
#include "remote/values/text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QDeadlineTimer patience() { return QDeadlineTimer(std::chrono::seconds(120)); }

QJsonObject answered(const LoginAnswers& answers, const char* name) {
  const PrintedAnswer answer = answers.of(name);
  return answer.code == 0 ? pbsJson(answer.text).value_or(QJsonObject()) : QJsonObject();
}

// The only server of those that are printed.
QJsonObject serverOf(const QJsonObject& printed) {
  const QJsonObject all = printed.value(QLatin1String("Server")).toObject();
  return all.isEmpty() ? QJsonObject() : all.begin()->toObject();
}

QCoro::Task<Result<QByteArray>> printed(Host& host, CommandLine command, std::stop_token stop) {
  CO_TRY(const auto output, co_await host.run(command, {}, stop, patience()));
  if (const auto silence = pbsSilence(output))
    co_return make_error("cluster.no_answer", {{"why", asArgument(*silence)}});
  co_return output.out;
}

QCoro::Task<Result<PbsJob>> jobOnPbs(Host& host, QString id, std::stop_token stop) {
  static const QRegularExpression named(
      QStringLiteral("^[0-9]{1,18}(\\[[0-9]*\\])?(\\.[A-Za-z0-9._-]{1,200})?$"));
  const Error none = make_error("queue.no_job", {{"job", id.toStdString()}});
  if (!named.match(id).hasMatch()) co_return none;
  const CommandLine command = qstatOf({id});
  CO_TRY(const auto text, co_await printed(host, command, stop));
  const QList<PbsJob> jobs = readPbsJobs(text);
  const auto found = std::find_if(jobs.begin(), jobs.end(), [&](const PbsJob& job) {
    return job.id == id || job.id.startsWith(id + QLatin1Char('.'));
  });
  if (found == jobs.end() || jobStateFrom(*found).phase == JobState::Phase::gone) co_return none;
  co_return *found;
}

QueuedJob queuedFrom(const PbsJob& job) {
  const JobState state = jobStateFrom(job);
  QueuedJob queued;
  queued.id = job.id.section(QLatin1Char('.'), 0, 0);
  queued.number = queued.id.section(QLatin1Char('['), 0, 0);
  queued.user = job.owner;
  queued.account = job.account;
  queued.name = job.name;
  queued.nodes = state.nodes;
  queued.partitions = {job.queue};
  queued.phase = state.isEnding                            ? QueuedJob::Phase::ending
                 : state.phase == JobState::Phase::running ? QueuedJob::Phase::running
                                                           : QueuedJob::Phase::waiting;
  queued.why = {state.code, state.arguments, state.reason};
  queued.nodeCount = job.nodeCount;
  queued.gpus = job.gpus;
  queued.submitted = job.submitted;
  queued.start = job.start > 0 ? job.start : state.expectedStart;
  queued.elapsedSeconds = job.elapsedSeconds;
  queued.limitSeconds = job.limitSeconds;
  queued.priority = static_cast<double>(job.priority);
  queued.isEligible = job.state == QLatin1String("Q");
  return queued;
}

void addJobs(const QList<PbsJob>& jobs, ClusterState& state) {
  for (const PbsJob& job : jobs) {
    state.jobs.append(queuedFrom(job));
    const bool isWaiting = state.jobs.last().phase == QueuedJob::Phase::waiting;
    for (PartitionState& queue : state.partitions)
      if (queue.limits.name == job.queue) ++(isWaiting ? queue.waiting : queue.running);
  }
}

}  // namespace

bool isPbsThere(const LoginAnswers& answers) {
  const PrintedAnswer version = answers.of("pbs.version");
  return version.code == 0 && version.text.contains("pbs_version");
}

Result<TargetFacts> learnPbs(const LoginAnswers& answers, TargetFacts facts) {
  const PrintedAnswer server = answers.of("pbs.server");
  if (const auto silence = pbsSilence({server.code, {}, server.text}))
    return make_error("scheduler.silent", {{"host", facts.loginHost.toStdString()},
                                           {"why", silence->text.toStdString()}});
  facts.schedulerVersion = QString::fromUtf8(answers.of("pbs.version").text)
                               .section(QLatin1Char('='), 1)
                               .simplified()
                               .section(QLatin1Char(' '), 0, 0);
  const QJsonObject about = answered(answers, "pbs.server"), one = serverOf(about);
  facts.clusterName = about.value(QLatin1String("pbs_server")).toVariant().toString();
  facts.hasAccounting =
      one.value(QLatin1String("job_history_enable")).toString() == QLatin1String("True");
  // Only an operator may put a running job back into the queue.
  facts.canRequeue = false;
  facts.partitions = pbsQueuesFrom(answered(answers, "pbs.queues"),
                                   one.value(QLatin1String("default_queue")).toVariant().toString(),
                                   pbsNodesFrom(answered(answers, "pbs.nodes")));
  return facts;
}

std::vector<Diagnostic> checkOnPbs(const Experiment& experiment, const TargetFacts& facts) {
  std::vector<Diagnostic> findings = checkLimits(experiment, facts);
  const ResourcesSection& resources = experiment.resources;
  const auto add = [&](const char* code, const char* path, const std::string& found) {
    findings.push_back(make_diagnostic(Severity::error, code, path, {{"found", found}}));
  };
  if (is_search_by_controller(experiment))
    findings.push_back(
        make_diagnostic(Severity::error, "scheduler.no_controller", "search.run_as", {}));
  if (resources.qos) add("pbs.no_qos", "resources.qos", *resources.qos);
  static const QRegularExpression range(QStringLiteral("^\\d+-\\d+(:\\d+)?(%\\d+)?$"));
  if (resources.array && !range.match(text(*resources.array)).hasMatch())
    add("pbs.array_form", "resources.array", *resources.array);
  for (const std::string& directive : resources.extra_directives)
    if (directive.starts_with("--")) add("pbs.directive", "resources.extra_directives", directive);
  return findings;
}

QCoro::Task<Result<ClusterState>> probePbs(Host& host, std::stop_token stop) {
  const QStringList asJson{QStringLiteral("-F"), QStringLiteral("json")};
  const auto asked = [&](const char* program, const QStringList& arguments) {
    return pbsCommand(QLatin1String(program), arguments);
  };
  const CommandLine ofServer = asked("qstat", QStringList{u"-B"_s, u"-f"_s} + asJson),
                    ofQueues = asked("qstat", QStringList{u"-Q"_s, u"-f"_s} + asJson),
                    ofNodes = asked("pbsnodes", QStringList{u"-a"_s} + asJson),
                    ofJobs = asked("qstat", QStringList{u"-f"_s});
  CO_TRY(const auto server, co_await printed(host, ofServer, stop));
  CO_TRY(const auto queues, co_await printed(host, ofQueues, stop));
  CO_TRY(const auto nodes, co_await printed(host, ofNodes, stop));
  CO_TRY(const auto jobs, co_await printed(host, ofJobs, stop));
  const auto objectOf = [](const QByteArray& text) {
    return pbsJson(text).value_or(QJsonObject());
  };
  ClusterState state;
  state.time = unix_time();
  const QList<PbsNode> all = pbsNodesFrom(objectOf(nodes));
  const QString defaultQueue =
      serverOf(objectOf(server)).value(QLatin1String("default_queue")).toVariant().toString();
  for (const PartitionFacts& queue : pbsQueuesFrom(objectOf(queues), defaultQueue, all)) {
    PartitionState one;
    one.limits = queue;
    state.partitions.append(one);
  }
  addUse(all, state);
  addJobs(readPbsJobs(jobs), state);
  co_return state;
}

QCoro::Task<Result<QueuedFiles>> filesOnPbs(Host& host, QString job, std::stop_token stop) {
  CO_TRY(const auto found, co_await jobOnPbs(host, std::move(job), stop));
  co_return QueuedFiles{found.workFolder, {}, found.output, found.errorOutput};
}

QCoro::Task<Result<QString>> nameOnPbs(Host& host, QString job, std::stop_token stop) {
  CO_TRY(const auto found, co_await jobOnPbs(host, std::move(job), stop));
  co_return found.name;
}

}  // namespace trainyard
