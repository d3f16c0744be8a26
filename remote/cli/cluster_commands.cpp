// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cluster` and `yard queue`: what clusters have, and who is waiting there.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/arguments.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/queued_commands.h"
#include "remote/cli/table.h"
#include "remote/cli/wait_gpus.h"
#include "remote/service/client/client.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString orDash(const QString& text) { return text.isEmpty() ? QStringLiteral("-") : text; }

QString limitText(const std::optional<qint64>& seconds) {
  if (!seconds) return QStringLiteral("-");
  return *seconds >= 86400 && *seconds % 86400 == 0 ? QStringLiteral("%1 d").arg(*seconds / 86400)
                                                    : durationText(static_cast<double>(*seconds));
}

QString gpusText(const QList<GpuCount>& gpus) {
  QStringList words;
  for (const GpuCount& each : gpus) {
    words << QStringLiteral("%1/%2 %3")
                 .arg(each.free)
                 .arg(each.total)
                 .arg(each.type.isEmpty() ? QStringLiteral("GPU")
                                          : sanitizedForTerminal(each.type));
    // Eight free GPUs on eight nodes do not help a job that needs eight on one node.
    if (each.free > each.maxOnANode)
      words.last() += QStringLiteral(" (at most %1 on a node)").arg(each.maxOnANode);
  }
  return orDash(words.join(QStringLiteral(", ")));
}

QStringList partitionRow(const PartitionState& partition) {
  const PartitionFacts& limits = partition.limits;
  const NodeCounts& nodes = partition.nodes;
  return {sanitizedForTerminal(limits.name) + (limits.isDefault ? QStringLiteral("*") : QString()),
          orDash(sanitizedForTerminal(limits.state.toLower())),
          limits.maxSeconds ? limitText(limits.maxSeconds) : QStringLiteral("none"),
          limits.maxNodes ? QString::number(*limits.maxNodes) : QStringLiteral("-"),
          QString::number(nodes.idle),
          QString::number(nodes.mixed),
          QString::number(nodes.busy),
          QString::number(nodes.reserved),
          QString::number(nodes.down),
          QStringLiteral("%1/%2").arg(partition.freeProcessors).arg(partition.processors),
          QString::number(partition.running),
          QString::number(partition.waiting),
          gpusText(partition.gpus)};
}

void printPartitions(const ClusterState& state) {
  QList<QStringList> rows{{QStringLiteral("PARTITION"), QStringLiteral("STATE"),
                           QStringLiteral("TIME"), QStringLiteral("MAX NODES"),
                           QStringLiteral("IDLE"), QStringLiteral("MIXED"), QStringLiteral("BUSY"),
                           QStringLiteral("RESERVED"), QStringLiteral("DOWN"),
                           QStringLiteral("FREE CORES"), QStringLiteral("RUNNING"),
                           QStringLiteral("WAITING"), QStringLiteral("FREE GPUS")}};
  for (const PartitionState& partition : state.partitions) rows << partitionRow(partition);
  printTable(rows);
}

void printNodesOut(const ClusterState& state) {
  if (state.out.isEmpty()) return;
  QList<QStringList> rows{{QStringLiteral("DOWN"), QStringLiteral("REASON")}};
  for (const NodesOut& each : state.out) {
    QString nodes = sanitizedForTerminal(each.nodes.join(QLatin1Char(',')));
    if (each.count > each.nodes.size())
      nodes += QStringLiteral(" and %1 more").arg(each.count - each.nodes.size());
    rows << QStringList{nodes, sanitizedForTerminal(each.reason)};
  }
  print(QString());
  printTable(rows);
}

void printBalances(const ClusterState& state) {
  if (state.balances.isEmpty()) return;
  QList<QStringList> rows{
      {QStringLiteral("ACCOUNT"), QStringLiteral("LEFT"), QStringLiteral("GRANTED")}};
  const auto amount = [](const std::optional<double>& number) {
    return number ? countText(static_cast<qint64>(std::llround(*number))) : QStringLiteral("-");
  };
  for (const AccountBalance& each : state.balances)
    rows << QStringList{sanitizedForTerminal(each.account),
                        amount(each.left) + QLatin1Char(' ') + each.unit, amount(each.granted)};
  print(QString());
  printTable(rows);
}

void printClasses(const ClusterState& state) {
  if (!state.accounts.isEmpty())
    print(QStringLiteral("\naccounts: ") +
          sanitizedForTerminal(state.accounts.join(QStringLiteral(", "))));
  if (state.qos.isEmpty()) return;
  QList<QStringList> rows{{QStringLiteral("QOS"), QStringLiteral("PRIORITY"),
                           QStringLiteral("TIME"), QStringLiteral("MAX JOBS"),
                           QStringLiteral("MAX RESOURCES OF A PERSON")}};
  for (const ServiceClass& each : state.qos)
    rows << QStringList{sanitizedForTerminal(each.name),
                        each.priority ? QString::number(*each.priority) : QStringLiteral("-"),
                        limitText(each.maxSeconds),
                        each.maxJobs ? QString::number(*each.maxJobs) : QStringLiteral("-"),
                        orDash(sanitizedForTerminal(each.maxResources))};
  print(QString());
  printTable(rows);
}

void printReservations(const ClusterState& state) {
  if (state.reservations.isEmpty()) return;
  QList<QStringList> rows{{QStringLiteral("RESERVATION"), QStringLiteral("STATE"),
                           QStringLiteral("FROM"), QStringLiteral("TO"), QStringLiteral("NODES"),
                           QStringLiteral("FOR")}};
  for (const ReservationState& one : state.reservations)
    rows << QStringList{
        sanitizedForTerminal(one.name),
        one.isActive ? QStringLiteral("active") : QStringLiteral("later"),
        one.start > 0 ? momentText(one.start) : QStringLiteral("-"),
        one.end > 0 ? momentText(one.end) : QStringLiteral("-"),
        QStringLiteral("%1 %2").arg(one.nodeCount).arg(sanitizedForTerminal(one.nodes)),
        orDash(sanitizedForTerminal((one.users + one.accounts).join(QStringLiteral(", "))))};
  print(QString());
  printTable(rows);
}

void sayWhatIsSilent(const QStringList& silent) {
  for (const QString& words : silent)
    std::fprintf(stderr, "yard: not all is known: %s\n",
                 sanitizedForTerminal(words).toUtf8().constData());
}

// All requests within half a minute get the same answer.
void sayHowOld(double time) {
  const int age = static_cast<int>(unix_time() - time);
  if (age >= 2) std::fprintf(stderr, "yard: as it was %d s ago\n", age);
}

QString placeOfJob(const QueueEntry& entry) {
  const QueuedJob& job = entry.job;
  if (job.phase == QueuedJob::Phase::running)
    return job.nodes.isEmpty() ? QStringLiteral("runs")
                               : QStringLiteral("runs on ") + sanitizedForTerminal(job.nodes);
  QString text = orDash(sanitizedForTerminal(job.why.text));
  if (job.phase == QueuedJob::Phase::waiting && job.start > unix_time())
    text += QStringLiteral(" Starts about %1.").arg(momentText(job.start));
  return text;
}

QStringList jobRow(const QueueEntry& entry) {
  const QueuedJob& job = entry.job;
  const bool waits = job.phase == QueuedJob::Phase::waiting;
  const QString whose = !entry.isMine          ? QString()
                        : !entry.run.isEmpty() ? entry.run.left(8)
                        : entry.isCheck        ? QStringLiteral("a check's")
                        : entry.isRuns         ? QStringLiteral("a run's")
                                               : QStringLiteral("not a run");
  return {sanitizedForTerminal(job.id),
          sanitizedForTerminal(job.user),
          sanitizedForTerminal(job.partitions.join(QLatin1Char(','))),
          QString::number(job.nodeCount),
          QString::number(job.gpus),
          waits ? limitText(job.limitSeconds)
                : limitText(job.elapsedSeconds) + QStringLiteral(" of ") +
                      (job.limitSeconds ? limitText(job.limitSeconds) : QStringLiteral("any")),
          entry.isMine && job.isEligible ? QString::number(entry.before) : QString(),
          orDash(whose),
          sanitizedForTerminal(job.name).simplified().left(32),
          placeOfJob(entry)};
}

const QStringList& jobHeads() {
  static const QStringList heads{QStringLiteral("JOB"),       QStringLiteral("USER"),
                                 QStringLiteral("PARTITION"), QStringLiteral("NODES"),
                                 QStringLiteral("GPUS"),      QStringLiteral("TIME"),
                                 QStringLiteral("BEFORE"),    QStringLiteral("RUN"),
                                 QStringLiteral("NAME"),      QStringLiteral("WHY")};
  return heads;
}

template <class Wanted>
void printJobs(const QueueAnswer& answer, const QString& title, Wanted isWanted) {
  QList<QStringList> rows;
  for (const QueueEntry& entry : answer.jobs)
    if (isWanted(entry)) rows << jobRow(entry);
  if (rows.isEmpty()) return;
  print(title.arg(rows.size()));
  rows.prepend(jobHeads());
  printTable(rows);
  print(QString());
}

enum class Whose { everyone, mine };

QCoro::Task<int> showCluster(ServiceClient& client, QString target, Format format) {
  const ProgressLine progress(client, {});
  auto state = co_await client.call(methods::clusterState, {}, target, ProbeWhen::ask);
  if (!state) co_return fail(state.error());
  if (format == Format::json) co_return printJson(toJson(*state));
  printPartitions(*state);
  printNodesOut(*state);
  printClasses(*state);
  printBalances(*state);
  printReservations(*state);
  sayWhatIsSilent(state->silent);
  sayHowOld(state->time);
  co_return 0;
}

QCoro::Task<int> showQueue(ServiceClient& client, QString target, Whose whose, Format format) {
  const ProgressLine progress(client, {});
  auto answer = co_await client.call(methods::queueList, {}, target, ProbeWhen::ask);
  if (!answer) co_return fail(answer.error());
  if (whose == Whose::mine)
    answer->jobs.removeIf([](const QueueEntry& entry) { return !entry.isMine; });
  if (format == Format::json) co_return printJson(toJson(*answer));
  using Phase = QueuedJob::Phase;
  const bool hasMine = std::any_of(answer->jobs.begin(), answer->jobs.end(),
                                   [](const QueueEntry& entry) { return entry.isMine; });
  if (!hasMine) print(QStringLiteral("No jobs of yours.\n"));
  printJobs(*answer, QStringLiteral("Your jobs (%1)"),
            [](const QueueEntry& entry) { return entry.isMine; });
  printJobs(*answer, QStringLiteral("Before yours (%1)"), [](const QueueEntry& entry) {
    return !entry.isMine && entry.job.phase == Phase::waiting;
  });
  printJobs(*answer, QStringLiteral("Running (%1)"), [](const QueueEntry& entry) {
    return !entry.isMine && entry.job.phase != Phase::waiting;
  });
  if (answer->leftOut > 0)
    print(QStringLiteral("%1 more jobs are not shown.").arg(answer->leftOut));
  sayWhatIsSilent(answer->silent);
  sayHowOld(answer->time);
  co_return 0;
}

QCoro::Task<int> cancelQueued(ServiceClient& client, QString target, QString job, Ask ask) {
  if (ask == Ask::onTerminal) {
    const auto meant =
        isConfirmed(QStringLiteral("Cancel the job %1 on %2, which is not a run of this "
                                   "program?")
                        .arg(job, target));
    if (!meant) co_return fail(meant.error());
    if (!*meant) co_return static_cast<int>(ExitCode::failed);
  }
  auto cancelled = co_await client.call(methods::queueCancel, {}, target, job);
  if (!cancelled) co_return fail(cancelled.error());
  std::fprintf(stderr, "job %s on %s is told to end\n",
               sanitizedForTerminal(job).toUtf8().constData(),
               sanitizedForTerminal(target).toUtf8().constData());
  co_return 0;
}

}  // namespace

void addClusters(CLI::App& app, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* cluster =
      app.add_subcommand("cluster", "Show the resources of a cluster and what is free now");
  cluster->add_option("TARGET", a.name, "A cluster of `yard targets`")->required();
  CLI::Option* json = cluster->add_flag("--json", a.json, "Print JSON");
  CLI::Option* wait = cluster
                          ->add_option("--wait-gpus", a.gpus,
                                       "Wait until this many GPUs are free at once in a partition")
                          ->type_name("N")
                          ->check(CLI::PositiveNumber)
                          ->excludes(json);
  cluster->add_option("--type", a.gpuType, "With --wait-gpus: only GPUs of this type")->needs(wait);
  cluster->add_option("--partition", a.partition, "With --wait-gpus: only in this partition")
      ->needs(wait);
  cluster
      ->add_flag("--notify", a.notifies, "With --wait-gpus: also tell me as `yard notify` is set")
      ->needs(wait);
  whenGiven(cluster, service, [&, wait](ServiceClient& c) {
    if (wait->count() > 0)
      return waitForGpus(c, text(a.name), {a.gpus, text(a.gpuType), text(a.partition)},
                         a.notifies ? Notified::yes : Notified::no);
    return showCluster(c, text(a.name), a.format());
  });
  CLI::App* queue = app.add_subcommand("queue",
                                       "Show your jobs on a cluster, those ahead of them, and the "
                                       "running ones");
  auto* target = queue->add_option("TARGET", a.name, "A cluster of `yard targets`");
  queue->add_flag("--mine", a.mine, "Only your jobs");
  queue->add_flag("--json", a.json, "Print JSON");
  CLI::App* cancel =
      queue->add_subcommand("cancel", "Cancel a job of yours that is not a run of this program");
  cancel->add_option("TARGET", a.host, "A cluster of `yard targets`")->required();
  cancel->add_option("JOB", a.run, "The job's number, as `yard queue` shows it")->required();
  cancel->add_flag("-y,--yes", a.yes, "Cancel it without asking; required without a terminal");
  whenGiven(cancel, service,
            [&](ServiceClient& c) { return cancelQueued(c, text(a.host), text(a.run), a.ask()); });
  addQueued(app, *queue, a, service);
  queue->final_callback([&a, &service, target, queue] {
    if (!queue->get_subcommands().empty()) return;
    if (target->count() == 0) throw CLI::RequiredError("TARGET");
    service = [&a](ServiceClient& c) {
      return showQueue(c, text(a.name), a.mine ? Whose::mine : Whose::everyone, a.format());
    };
  });
}

}  // namespace trainyard
