// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_jobs.h"

#include <QDateTime>
#include <QHash>
#include <QLocale>
#include <QRegularExpression>
#include <QTimeZone>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

using Phase = JobState::Phase;

constexpr int environmentCode = static_cast<int>(ExitCode::environment);

// The attributes of a job by name, "Resource_List.ncpus" among them.
using Attributes = QHash<QString, QString>;

// "Mon Nov 30 13:29:48 2026", in UTC, which the command asks for; or Unix seconds.
double timeOf(const QString& text) {
  bool isNumber = false;
  const double seconds = text.toDouble(&isNumber);
  if (isNumber) return seconds;
  QDateTime time =
      QLocale::c().toDateTime(text.simplified(), QStringLiteral("ddd MMM d HH:mm:ss yyyy"));
  time.setTimeZone(QTimeZone::utc());
  return time.isValid() ? static_cast<double>(time.toSecsSinceEpoch()) : 0;
}

// "pbs1/0*2+pbs2/0"
QStringList nodesOf(const QString& hosts) {
  QStringList nodes;
  for (const QString& each : hosts.split(QLatin1Char('+'), Qt::SkipEmptyParts)) {
    const QString node = each.section(QLatin1Char('/'), 0, 0);
    if (!node.isEmpty() && !nodes.contains(node)) nodes << node;
  }
  return nodes;
}

// "pbs1:/home/pat/x"
QString pathOf(const QString& place) {
  const QString path = place.section(QLatin1Char(':'), 1);
  return path.startsWith(QLatin1Char('/')) ? path : QString();
}

QString variableOf(const Attributes& job, const char* name) {
  const QRegularExpression variable(
      QStringLiteral("(?:^|,)%1=((?:[^,\\\\]|\\\\.)*)").arg(QLatin1String(name)));
  return variable.match(job.value(QStringLiteral("Variable_List"))).captured(1);
}

PbsJob jobFrom(const QString& id, const Attributes& of) {
  const auto text = [&](const char* name) { return of.value(QLatin1String(name)); };
  PbsJob job;
  job.id = id;
  job.name = text("Job_Name");
  job.owner = text("Job_Owner").section(QLatin1Char('@'), 0, 0);
  job.state = text("job_state");
  job.queue = text("queue");
  job.account = text("Account_Name");
  job.holds = text("Hold_Types");
  job.comment = text("comment");
  job.dependency = text("depend");
  job.token = variableOf(of, "TRAINYARD_TOKEN");
  job.workFolder = variableOf(of, "PBS_O_WORKDIR");
  job.output = pathOf(text("Output_Path"));
  job.errorOutput = pathOf(text("Error_Path"));
  job.nodes = nodesOf(text("exec_host"));
  if (const QString status = text("Exit_status"); !status.isEmpty())
    job.exitStatus = status.toInt();
  job.starts = text("run_count").toInt();
  job.submitted = timeOf(text("qtime"));
  job.start = timeOf(text("stime"));
  job.expectedStart = timeOf(text("estimated.start_time"));
  job.limitSeconds = pbsSeconds(text("Resource_List.walltime"));
  job.elapsedSeconds = pbsSeconds(text("resources_used.walltime"));
  job.nodeCount = text("Resource_List.nodect").toInt();
  job.gpus = text("Resource_List.ngpus").toInt();
  job.priority = text("Priority").toLongLong();
  return job;
}

JobEnd endOf(Outcome outcome, const char* code, int exitCode, bool wins, Map arguments = {}) {
  JobEnd end{outcome, code, {}, exitCode, wins, std::move(arguments)};
  end.reason = makeMessage(end.code, end.arguments).text;
  return end;
}

// What the server kills a job for: negative numbers of the job's starter (JOB_EXEC_ in PBS's
// job.h).
JobEnd endByServer(int status) {
  switch (status) {
    case -29:
      return endOf(Outcome::timed_out, "pbs.walltime", 128 + 15, true);
    case -26:
    case -27:
      return endOf(Outcome::failed, "pbs.memory", static_cast<int>(ExitCode::out_of_memory), true);
    case -24:
    case -25:
    case -28:
      return endOf(Outcome::failed, "pbs.processors", static_cast<int>(ExitCode::failed), true);
    case -20:
    case -30:
      return endOf(Outcome::failed, "pbs.node_fail", environmentCode, true);
    default:
      return endOf(Outcome::failed, "pbs.not_executed", environmentCode, true,
                   {{"status", status}});
  }
}

bool isDeletedBySomebody(const PbsJob& job) {
  return job.comment.contains(QLatin1String("terminated by")) ||
         job.comment.contains(QLatin1String("deleted by")) ||
         job.comment == QLatin1String("Subjob finished");
}

bool awaitsJobs(const PbsJob& job) {
  return job.holds.contains(QLatin1Char('s')) && job.dependency.contains(QLatin1String("after"));
}

// An exit status of 256 + n means that the job was ended by the signal n; of a shell, 128 + n.
JobEnd endFrom(const PbsJob& job) {
  if (!job.exitStatus && job.start == 0 && awaitsJobs(job))
    return endOf(Outcome::cancelled, "pbs.dependency_failed", 128 + 15, true);
  if (!job.exitStatus && job.start == 0)
    return endOf(Outcome::cancelled, "pbs.deleted", 128 + 15, true);
  if (isDeletedBySomebody(job) || !job.exitStatus)
    return endOf(Outcome::cancelled, "pbs.cancelled", 128 + 15, true);
  const int status = *job.exitStatus;
  if (status == 0) return endOf(Outcome::completed, "pbs.completed", 0, false);
  if (status < 0) return endByServer(status);
  const bool isOverLimit =
      job.limitSeconds && job.elapsedSeconds && *job.elapsedSeconds >= *job.limitSeconds;
  if (status > 256 && isOverLimit) return endOf(Outcome::timed_out, "pbs.walltime", 128 + 15, true);
  if (const int signal = status > 256 ? status - 256 : status > 128 ? status - 128 : 0; signal > 0)
    return endOf(Outcome::failed, "pbs.failed_by_signal", 128 + signal, false,
                 {{"signal", signal}});
  return endOf(Outcome::failed, "pbs.failed_with_code", status, false, {{"code", status}});
}

void explainHold(const PbsJob& job, JobState& state) {
  if (job.holds.contains(QLatin1Char('u'))) return state.explain("pbs.reason.held");
  if (awaitsJobs(job)) {
    state.waitsForJobs = true;
    return state.explain("pbs.reason.dependency");
  }
  state.explain("pbs.reason.held_by_site", {{"words", job.comment.toStdString()}});
}

void explainWait(const PbsJob& job, JobState& state) {
  const std::string words = job.comment.toStdString();
  if (job.holds != QLatin1String("n") && !job.holds.isEmpty()) return explainHold(job, state);
  if (job.state == QLatin1String("W")) return state.explain("pbs.reason.start_time");
  if (job.comment.startsWith(QLatin1String("Can Never Run")))
    return state.explain("pbs.reason.never", {{"words", words}});
  state.expectedStart = job.expectedStart;
  if (job.comment.startsWith(QLatin1String("Not Running")))
    return state.explain("pbs.reason.waits", {{"words", words}});
  state.explain("pbs.reason.queued");
}

}  // namespace

std::optional<qint64> pbsSeconds(const QString& text) {
  static const QRegularExpression clock(
      QStringLiteral("^(?:(\\d{1,7}):)?(?:(\\d{1,9}):)?(\\d{1,9})(?:\\.\\d+)?$"));
  const QRegularExpressionMatch match = clock.match(text);
  if (!match.hasMatch()) return std::nullopt;
  qint64 seconds = 0;
  for (const int part : {1, 2, 3})
    if (!match.captured(part).isEmpty()) seconds = seconds * 60 + match.captured(part).toLongLong();
  return seconds;
}

std::optional<qint64> pbsMebibytes(const QString& text) {
  static const QRegularExpression size(QStringLiteral("^(\\d{1,15})([kmgtp]?)([bw]?)$"),
                                       QRegularExpression::CaseInsensitiveOption);
  const QRegularExpressionMatch match = size.match(text);
  if (!match.hasMatch()) return std::nullopt;
  const QString unit = match.captured(2).toLower();
  const auto power = unit.isEmpty() ? 0 : QStringLiteral("kmgtp").indexOf(unit) + 1;
  double bytes = match.captured(1).toDouble();
  if (match.captured(3).toLower() == QLatin1String("w")) bytes *= 8;
  for (qsizetype i = 0; i < power; ++i) bytes *= 1024;
  const double mebibytes = bytes / (1 << 20);
  return mebibytes < 1e15 ? std::optional(static_cast<qint64>(mebibytes)) : std::nullopt;
}

// "Job Id: ID", then "    NAME = VALUE" lines; a long value goes on in lines that begin with a tab.
QList<PbsJob> readPbsJobs(const QByteArray& printed) {
  QString whole = QString::fromUtf8(printed);
  whole.remove(QStringLiteral("\n\t"));
  QList<PbsJob> jobs;
  QString id;
  Attributes attributes;
  const auto finish = [&] {
    if (!id.isEmpty()) jobs << jobFrom(id, attributes);
    attributes.clear();
  };
  for (const QString& line : whole.split(QLatin1Char('\n'))) {
    if (line.startsWith(QLatin1String("Job Id: "))) {
      finish();
      id = line.sliced(8).trimmed();
    } else if (const qsizetype equals = line.indexOf(QLatin1String(" = ")); equals > 0) {
      attributes.insert(line.first(equals).trimmed(), line.sliced(equals + 3));
    }
  }
  finish();
  return jobs;
}

JobState jobStateFrom(const PbsJob& job) {
  JobState state;
  state.restarts = std::max(0, job.starts - 1);
  state.nodes = job.nodes.join(QLatin1Char(','));
  const char letter = job.state.size() == 1 ? job.state[0].toLatin1() : '?';
  switch (letter) {
    case 'Q':
    case 'H':
    case 'W':
    case 'T':
      state.phase = Phase::waiting;
      explainWait(job, state);
      break;
    case 'R':
    case 'B':
      state.phase = Phase::running;
      break;
    case 'E':
      state.phase = Phase::running;
      state.isEnding = true;
      state.explain("pbs.ending");
      break;
    case 'S':
    case 'U':
      state.phase = Phase::running;
      state.explain("pbs.suspended");
      break;
    case 'M':
      state.phase = Phase::unknown;
      state.explain("pbs.moved");
      break;
    case 'F':
    case 'X':
      state.phase = Phase::gone;
      state.end = endFrom(job);
      state.explain(state.end->code, state.end->arguments);
      break;
    default:
      state.explain("pbs.unknown_state", {{"word", job.state.toStdString()}});
  }
  return state;
}

}  // namespace trainyard
