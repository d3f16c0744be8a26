// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cluster`, `yard queue` and `yard where`: what clusters have, who waits there, and where an
// experiment can run.
#include <algorithm>
#include <cstdio>

#include <QDateTime>
#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/contract/unix_time.h"
#include "remote/cli/arguments.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/table.h"
#include "remote/service/client/cluster_client.h"
#include "remote/text.h"

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
                 .arg(each.type.isEmpty() ? QStringLiteral("GPU") : harmless(each.type));
    // Eight free ones on eight nodes are no eight for one job on a node.
    if (each.free > each.mostOnANode)
      words.last() += QStringLiteral(" (at most %1 on a node)").arg(each.mostOnANode);
  }
  return orDash(words.join(QStringLiteral(", ")));
}

QStringList partitionRow(const PartitionState& partition) {
  const PartitionFacts& limits = partition.limits;
  const NodeCounts& nodes = partition.nodes;
  return {harmless(limits.name) + (limits.isDefault ? QStringLiteral("*") : QString()),
          orDash(harmless(limits.state.toLower())),
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
    QString nodes = harmless(each.nodes.join(QLatin1Char(',')));
    if (each.count > each.nodes.size())
      nodes += QStringLiteral(" and %1 more").arg(each.count - each.nodes.size());
    rows << QStringList{nodes, harmless(each.reason)};
  }
  print(QString());
  printTable(rows);
}

void printClasses(const ClusterState& state) {
  if (!state.accounts.isEmpty())
    print(QStringLiteral("\naccounts: ") + harmless(state.accounts.join(QStringLiteral(", "))));
  if (state.qos.isEmpty()) return;
  QList<QStringList> rows{{QStringLiteral("QOS"), QStringLiteral("PRIORITY"),
                           QStringLiteral("TIME"), QStringLiteral("MAX JOBS"),
                           QStringLiteral("MAX RESOURCES OF A PERSON")}};
  for (const ServiceClass& each : state.qos)
    rows << QStringList{harmless(each.name),
                        each.priority ? QString::number(*each.priority) : QStringLiteral("-"),
                        limitText(each.maxSeconds),
                        each.maxJobs ? QString::number(*each.maxJobs) : QStringLiteral("-"),
                        orDash(harmless(each.maxResources))};
  print(QString());
  printTable(rows);
}

void printReservations(const ClusterState& state) {
  if (state.reservations.isEmpty()) return;
  QList<QStringList> rows{{QStringLiteral("RESERVATION"), QStringLiteral("STATE"),
                           QStringLiteral("FROM"), QStringLiteral("TO"), QStringLiteral("NODES"),
                           QStringLiteral("FOR")}};
  for (const ReservationState& one : state.reservations)
    rows << QStringList{harmless(one.name),
                        one.isActive ? QStringLiteral("active") : QStringLiteral("later"),
                        one.start > 0 ? momentText(one.start) : QStringLiteral("-"),
                        one.end > 0 ? momentText(one.end) : QStringLiteral("-"),
                        QStringLiteral("%1 %2").arg(one.nodeCount).arg(harmless(one.nodes)),
                        orDash(harmless((one.users + one.accounts).join(QStringLiteral(", "))))};
  print(QString());
  printTable(rows);
}

void sayWhatIsSilent(const QStringList& silent) {
  for (const QString& words : silent)
    std::fprintf(stderr, "yard: not all is known: %s\n", harmless(words).toUtf8().constData());
}

// One answer serves all who ask within half a minute.
void sayHowOld(double time) {
  const int age = static_cast<int>(unix_time() - time);
  if (age >= 2) std::fprintf(stderr, "yard: as it was %d s ago\n", age);
}

QString placeOfJob(const QueueEntry& entry) {
  const QueuedJob& job = entry.job;
  if (job.phase == QueuedJob::Phase::running)
    return job.nodes.isEmpty() ? QStringLiteral("runs")
                               : QStringLiteral("runs on ") + harmless(job.nodes);
  QString text = orDash(harmless(job.why.text));
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
  return {harmless(job.id),
          harmless(job.user),
          harmless(job.partitions.join(QLatin1Char(','))),
          QString::number(job.nodeCount),
          QString::number(job.gpus),
          waits ? limitText(job.limitSeconds)
                : limitText(job.elapsedSeconds) + QStringLiteral(" of ") +
                      (job.limitSeconds ? limitText(job.limitSeconds) : QStringLiteral("any")),
          entry.isMine && job.isEligible ? QString::number(entry.before) : QString(),
          orDash(whose),
          harmless(job.name).simplified().left(32),
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
  auto state = co_await clusterState(client, target, LookWhen::ask);
  if (!state) co_return fail(state.error());
  if (format == Format::json) {
    printJson(toJson(*state));
    co_return 0;
  }
  printPartitions(*state);
  printNodesOut(*state);
  printClasses(*state);
  printReservations(*state);
  sayWhatIsSilent(state->silent);
  sayHowOld(state->time);
  co_return 0;
}

QCoro::Task<int> showQueue(ServiceClient& client, QString target, Whose whose, Format format) {
  const ProgressLine progress(client, {});
  auto answer = co_await clusterQueue(client, target, LookWhen::ask);
  if (!answer) co_return fail(answer.error());
  if (whose == Whose::mine)
    answer->jobs.removeIf([](const QueueEntry& entry) { return !entry.isMine; });
  if (format == Format::json) {
    printJson(toJson(*answer));
    co_return 0;
  }
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
        isConfirmed(QStringLiteral("End the job %1 on %2, which is none of this program's runs?")
                        .arg(job, target));
    if (!meant) co_return fail(meant.error());
    if (!*meant) co_return static_cast<int>(ExitCode::failed);
  }
  auto cancelled = co_await cancelQueuedJob(client, target, job);
  if (!cancelled) co_return fail(cancelled.error());
  std::fprintf(stderr, "job %s on %s is told to end\n", harmless(job).toUtf8().constData(),
               harmless(target).toUtf8().constData());
  co_return 0;
}

// One target's answer to `yard where`.
struct WhereAnswer {
  QString target;
  Result<CheckAnswer> answer;
};

bool fits(const WhereAnswer& one) {
  return one.answer.ok() && !has_errors(one.answer->diagnostics);
}

// What it waits for has no time.
const Diagnostic* closedPartition(const WhereAnswer& one) {
  if (!one.answer.ok()) return nullptr;
  const auto& all = one.answer->diagnostics;
  const auto found = std::find_if(all.begin(), all.end(), [](const Diagnostic& finding) {
    return finding.code == "target.partition_closed";
  });
  return found == all.end() ? nullptr : &*found;
}

QString startText(const WhereAnswer& one) {
  if (!fits(one)) return QStringLiteral("-");
  if (closedPartition(one)) return QStringLiteral("when it opens");
  if (one.target == QLatin1String("here")) return QStringLiteral("when there is room");
  if (one.answer->expectedStart <= 0) return QStringLiteral("not known");
  const double start = one.answer->expectedStart;
  if (start - unix_time() < 90) return QStringLiteral("at once");
  return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(start))
      .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

// What does not fit, or is to be known: the first sentence of each finding.
QString findingsText(const WhereAnswer& one) {
  if (!one.answer.ok()) return harmless(QString::fromStdString(one.answer.error().message));
  QStringList words;
  for (const Diagnostic& finding : one.answer->diagnostics)
    if (finding.severity == Severity::error)
      words << harmless(QString::fromStdString(to_line(finding)));
  if (const Diagnostic* closed = closedPartition(one); closed && words.isEmpty())
    return harmless(QString::fromStdString(closed->text));
  return words.isEmpty() ? QStringLiteral("fits") : words.join(QStringLiteral(" | "));
}

QJsonObject whereJson(const WhereAnswer& one) {
  QJsonObject json{{"target", one.target}, {"fits", fits(one)}};
  if (one.answer.ok())
    json.insert("answer", toJson(*one.answer));
  else
    json.insert("error", toJson(sentenceOf(one.answer.error())));
  return json;
}

// What fits first, of those the earliest.
bool isBetter(const WhereAnswer& a, const WhereAnswer& b) {
  if (fits(a) != fits(b)) return fits(a);
  if (!fits(a)) return false;
  const auto start = [](const WhereAnswer& one) {
    return one.answer->expectedStart > 0 && !closedPartition(one) ? one.answer->expectedStart
                                                                  : 1e18;
  };
  return start(a) < start(b);
}

QCoro::Task<int> showWhere(ServiceClient& client, QString path, QStringList changes,
                           Format format) {
  auto targets = co_await client.targets();
  if (!targets) co_return fail(targets.error());
  const NamedDocument document = documentNamed(path);
  QList<WhereAnswer> answers;
  for (const TargetRecord& target : *targets) {
    const ProgressLine progress(client, {});
    SubmitRequest request;
    request.path = document.path;
    request.text = document.text;
    request.overrides = changes;
    request.target = target.settings.name;
    auto answer = co_await client.check(request);
    answers.append({target.settings.name, std::move(answer)});
  }
  std::stable_sort(answers.begin(), answers.end(), isBetter);
  QJsonArray list;
  QList<QStringList> rows{{QStringLiteral("TARGET"), QStringLiteral("STARTS"),
                           QStringLiteral("GPU-HOURS"), QStringLiteral("FITS")}};
  for (const WhereAnswer& one : answers) {
    list.append(whereJson(one));
    const bool hasHours = fits(one) && one.answer->gpuHours;
    rows << QStringList{harmless(one.target), startText(one),
                        hasHours ? numberText(*one.answer->gpuHours) : QStringLiteral("-"),
                        findingsText(one)};
  }
  if (format == Format::json)
    printJson(list);
  else
    printTable(rows);
  co_return std::any_of(answers.begin(), answers.end(), fits)
      ? 0
      : static_cast<int>(ExitCode::invalid_input);
}

}  // namespace

void addClusters(CLI::App& app, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* cluster =
      app.add_subcommand("cluster", "What a cluster has, and what of it is free now");
  cluster->add_option("TARGET", a.name, "A cluster of `yard targets`")->required();
  cluster->add_flag("--json", a.json, "Print JSON");
  cluster->final_callback([&] {
    service = [&](ServiceClient& c) {
      return showCluster(c, text(a.name), a.json ? Format::json : Format::text);
    };
  });
  CLI::App* queue =
      app.add_subcommand("queue", "Your jobs on a cluster, those before them, and what runs");
  auto* target = queue->add_option("TARGET", a.name, "A cluster of `yard targets`");
  queue->add_flag("--mine", a.mine, "Your jobs alone");
  queue->add_flag("--json", a.json, "Print JSON");
  CLI::App* cancel =
      queue->add_subcommand("cancel", "End a job of yours that is none of this program's runs");
  cancel->add_option("TARGET", a.host, "A cluster of `yard targets`")->required();
  cancel->add_option("JOB", a.run, "The job's number, as `yard queue` shows it")->required();
  cancel->add_flag("--yes", a.yes, "Do not ask");
  cancel->final_callback([&] {
    service = [&](ServiceClient& c) {
      return cancelQueued(c, text(a.host), text(a.run), a.yes ? Ask::never : Ask::onTerminal);
    };
  });
  queue->final_callback([&a, &service, target, cancel] {
    if (cancel->parsed()) return;
    if (target->count() == 0) throw CLI::RequiredError("TARGET");
    service = [&a](ServiceClient& c) {
      return showQueue(c, text(a.name), a.mine ? Whose::mine : Whose::everyone,
                       a.json ? Format::json : Format::text);
    };
  });
  CLI::App* where = app.add_subcommand("where", "Where an experiment can run, and when it starts");
  where
      ->add_option("EXPERIMENT", a.experiment,
                   "The experiment file, or the name of a preset (`yard new --list`)")
      ->required();
  where->add_option("--set", a.overrides, "Change a value: path=value")->take_all();
  where->add_flag("--json", a.json, "Print JSON");
  where->final_callback([&] {
    service = [&](ServiceClient& c) {
      QStringList changes;
      for (const std::string& change : a.overrides) changes << text(change);
      return showWhere(c, text(a.experiment), changes, a.json ? Format::json : Format::text);
    };
  });
}

}  // namespace trainyard
