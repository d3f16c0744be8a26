// SPDX-License-Identifier: GPL-3.0-or-later
// `yard queue`: who is waiting on a cluster; and `yard adopt`, for jobs of the queue that this
// program did not start.
#include <algorithm>
#include <cstdio>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/cluster_text.h"
#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/terminal_filter.h"
#include "remote/process/waiter.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString placeOfJob(const QueueEntry& entry) {
  const QueuedJob& job = entry.job;
  if (job.phase == QueuedJob::Phase::running)
    return job.nodes.isEmpty() ? u"runs"_s : u"runs on "_s + sanitizedForTerminal(job.nodes);
  QString text = orDash(sanitizedForTerminal(job.why.text));
  if (job.phase == QueuedJob::Phase::waiting && job.start > unix_time())
    text += u" Starts about %1."_s.arg(momentText(job.start));
  return text;
}

QStringList jobRow(const QueueEntry& entry) {
  const QueuedJob& job = entry.job;
  const bool waits = job.phase == QueuedJob::Phase::waiting;
  const QString whose = !entry.isMine          ? QString()
                        : !entry.run.isEmpty() ? entry.run.left(8)
                        : entry.isCheck        ? u"a check's"_s
                        : entry.isRuns         ? u"a run's"_s
                                               : u"not a run"_s;
  return {sanitizedForTerminal(job.id),
          sanitizedForTerminal(job.user),
          sanitizedForTerminal(job.partitions.join(u',')),
          QString::number(job.nodeCount),
          QString::number(job.gpus),
          waits ? limitText(job.limitSeconds)
                : limitText(job.elapsedSeconds) + u" of "_s +
                      (job.limitSeconds ? limitText(job.limitSeconds) : u"any"_s),
          entry.isMine && job.isEligible ? QString::number(entry.before) : QString(),
          orDash(whose),
          sanitizedForTerminal(job.name).simplified().left(32),
          placeOfJob(entry)};
}

const QStringList& jobHeads() {
  static const QStringList heads{u"JOB"_s,  u"USER"_s,   u"PARTITION"_s, u"NODES"_s, u"GPUS"_s,
                                 u"TIME"_s, u"BEFORE"_s, u"RUN"_s,       u"NAME"_s,  u"WHY"_s};
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

constexpr qint64 shownTail = 4096;

void printDetails(const QueuedDetails& details) {
  const QueuedJob& job = details.job;
  const QueuedFiles& files = details.files;
  const std::pair<const char*, QString> rows[] = {
      {"job", job.id},
      {"name", job.name.simplified()},
      {"state", text(name_of(job.phase))},
      {"why", job.why.text},
      {"nodes", job.nodes},
      {"started",
       job.phase == QueuedJob::Phase::running && job.start > 0 ? momentText(job.start) : QString()},
      {"command", files.command},
      {"folder", files.workFolder},
      {"output", files.output},
      {"errors", files.errorOutput == files.output ? QString() : files.errorOutput}};
  for (const auto& [key, value] : rows)
    if (!value.isEmpty())
      print(QString::fromLatin1(key).leftJustified(9) + sanitizedForTerminal(value));
}

// Follows the file while the job is in the queue. Reading comes before asking, so that nothing that
// was written before the end is missed.
QCoro::Task<Result<int>> tailOutput(ServiceClient& client, QString target, QString job,
                                    QString path, bool isFollowed) {
  TerminalFilter filter;
  Waiter pause;
  qint64 offset = -shownTail;
  for (;;) {
    const auto asked = co_await client.call(methods::queueShow, {}, target, job);
    if (!asked && asked.error().code != "queue.no_job") co_return asked.error();
    const auto piece = co_await client.call(methods::filesRead, {}, target, path, offset);
    if (!piece && piece.error().kind != ErrorKind::not_found) co_return piece.error();
    if (piece) {
      const QByteArray bytes = filter.pass(piece->data.content);
      std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout);
      std::fflush(stdout);
      offset = piece->offset + piece->data.content.size();
    }
    const bool isMore = piece && !piece->data.content.isEmpty();
    if (!isFollowed || (!asked && !isMore)) co_return 0;
    if (!isMore) co_await pause.wait({}, QDeadlineTimer(std::chrono::seconds(5)));
  }
}

constexpr const char* clusterHelp = "A cluster of `yard targets`";

struct QueueCommand {
  std::optional<QString> target;
  bool isMine = false;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "TARGET", target, clusterHelp);
    command.add_flag("--mine", isMine, "Only your jobs");
    json.describe(command);
  }
  static std::vector<Command> subcommands();
  void check() const {
    if (!target) throw CLI::RequiredError("TARGET");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    const ProgressLine progress(client, {});
    CO_TRY(auto answer, co_await client.call(methods::queueList, {}, *target, ProbeWhen::ask));
    if (isMine) answer.jobs.removeIf([](const QueueEntry& entry) { return !entry.isMine; });
    if (json.isGiven) co_return printJson(toJson(answer));
    using Phase = QueuedJob::Phase;
    const bool hasMine = std::any_of(answer.jobs.begin(), answer.jobs.end(),
                                     [](const QueueEntry& entry) { return entry.isMine; });
    if (!hasMine) print(u"No jobs of yours.\n"_s);
    printJobs(answer, u"Your jobs (%1)"_s, [](const QueueEntry& entry) { return entry.isMine; });
    printJobs(answer, u"Before yours (%1)"_s, [](const QueueEntry& entry) {
      return !entry.isMine && entry.job.phase == Phase::waiting;
    });
    printJobs(answer, u"Running (%1)"_s, [](const QueueEntry& entry) {
      return !entry.isMine && entry.job.phase != Phase::waiting;
    });
    if (answer.leftOut > 0) print(u"%1 more jobs are not shown."_s.arg(answer.leftOut));
    printAnswerLimits(answer.silent, answer.time);
    co_return 0;
  }
};

struct QueuedJobOption {
  QString target, job;

  void describe(CLI::App& command) {
    addOption(command, "TARGET", target, clusterHelp)->required();
    addOption(command, "JOB", job, "Job ID, as `yard queue` shows it")->required();
  }
};

struct CancelQueuedCommand {
  QueuedJobOption queued;
  YesOption yes;

  void describe(CLI::App& command) {
    queued.describe(command);
    yes.describe(command, "Cancel it without asking; required without a terminal");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    if (!yes.isGiven) {
      CO_TRY(const auto meant,
             isConfirmed(u"Cancel the job %1 on %2, which is not a run of this program?"_s.arg(
                 queued.job, queued.target)));
      if (!meant) co_return static_cast<int>(ExitCode::failed);
    }
    CO_TRY(co_await client.call(methods::queueCancel, {}, queued.target, queued.job));
    std::fprintf(stderr, "job %s on %s was asked to stop\n",
                 sanitizedForTerminal(queued.job).toUtf8().constData(),
                 sanitizedForTerminal(queued.target).toUtf8().constData());
    co_return 0;
  }
};

struct ShowQueuedCommand {
  QueuedJobOption queued;
  bool hasTail = false, isFollowed = false;
  JsonOption json;

  void describe(CLI::App& command) {
    queued.describe(command);
    command.add_flag("--tail", hasTail, "Also the end of its output");
    command.add_flag("--follow", isFollowed, "Also its output, until it ends");
    json.describe(command);
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(const auto details,
           co_await client.call(methods::queueShow, {}, queued.target, queued.job));
    if (json.isGiven) co_return printJson(toJson(details));
    const QString output = details.files.output;
    printDetails(details);
    if ((!hasTail && !isFollowed) || output.isEmpty()) co_return 0;
    print(QString());
    co_return co_await tailOutput(client, queued.target, queued.job, output, isFollowed);
  }
};

std::vector<Command> QueueCommand::subcommands() {
  return {{"cancel", "Cancel a job of yours that is not a run of this program",
           addCommand<CancelQueuedCommand>},
          {"show", "Show a job of yours that is not a run, and its output",
           addCommand<ShowQueuedCommand>}};
}

struct AdoptCommand {
  QueuedJobOption queued;

  void describe(CLI::App& command) { queued.describe(command); }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(const auto adopted,
           co_await client.call(methods::queueAdopt, {}, queued.target, queued.job));
    std::fprintf(stderr, "job %s is the run %s from now on\n",
                 sanitizedForTerminal(queued.job).toUtf8().constData(),
                 qPrintable(adopted.run.left(8)));
    print(adopted.run);
    co_return 0;
  }
};

}  // namespace

extern const Command queueCommand{
    "queue", "Show your jobs on a cluster, those ahead of them, and the running ones",
    addCommand<QueueCommand>};
extern const Command adoptCommand{
    "adopt", "Make a job of yours that this program did not start a run, and follow it",
    addCommand<AdoptCommand>};

}  // namespace trainyard
