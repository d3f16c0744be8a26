// SPDX-License-Identifier: GPL-3.0-or-later
// `yard show`: everything about a run.
#include <algorithm>
#include <cmath>

#include <QDateTime>
#include <QJsonArray>

#include "remote/cli/commands.h"
#include "remote/store/named_runs.h"
#include "remote/cli/next_line.h"
#include "remote/cli/output.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

constexpr int shownMessages = 20;
constexpr qsizetype shownMetrics = 40;

struct ShownRun {
  RunRecord run;
  QList<AttemptRecord> attempts;
  QList<MetricSummary> metrics;
  QList<CheckpointRecord> checkpoints;
  QList<MessageRecord> messages;
  QList<JobRecord> jobs;
  QList<RunRecord> tasks;
  std::optional<Message> waits;  // for other runs
  QString next;                  // what a person can type
};

Result<ShownRun> read(RunStore& store, const RunRecord& run) {
  TRY(auto attempts, store.attempts(run.run));
  TRY(auto metrics, store.metrics(run.run));
  TRY(auto checkpoints, store.checkpoints(run.run));
  TRY(auto messages, store.messages(run.run, shownMessages));
  TRY(auto jobs, store.jobs(run.run));
  TRY(auto tasks, store.tasksOf(run.run));
  auto waits = isOpen(run.state) && run.started == 0 ? waitsFor(store, run.after) : std::nullopt;
  return ShownRun{run,         attempts,         metrics,
                  checkpoints, messages,         jobs,
                  tasks,       std::move(waits), nextCommandOf(store, run)};
}

QJsonObject json(const ShownRun& shown) {
  QJsonObject object = toJson(shown.run);
  QJsonArray attempts, metrics, checkpoints;
  for (const AttemptRecord& attempt : shown.attempts)
    attempts.append(QJsonObject{
        {QStringLiteral("attempt"), attempt.attempt},
        {QStringLiteral("started"), attempt.started},
        {QStringLiteral("ended"), attempt.ended > 0 ? QJsonValue(attempt.ended) : QJsonValue()},
        {QStringLiteral("resume_step"),
         attempt.hasBegun ? QJsonValue(attempt.resumeStep) : QJsonValue()},
        {QStringLiteral("outcome"),
         attempt.outcome ? QJsonValue(nameOf(*attempt.outcome)) : QJsonValue()},
        {QStringLiteral("exit_code"),
         attempt.exitCode ? QJsonValue(*attempt.exitCode) : QJsonValue()},
        {QStringLiteral("code"), attempt.code},
        {QStringLiteral("reason"), attempt.reason}});
  for (const MetricSummary& metric : shown.metrics)
    metrics.append(toJson(metric.name, metric.last));
  for (const CheckpointRecord& checkpoint : shown.checkpoints)
    checkpoints.append(QJsonObject{{QStringLiteral("attempt"), checkpoint.attempt},
                                   {QStringLiteral("step"), checkpoint.step},
                                   {QStringLiteral("path"), checkpoint.path},
                                   {QStringLiteral("bytes"), checkpoint.bytes},
                                   {QStringLiteral("time"), checkpoint.time}});
  QJsonArray jobs, tasks;
  for (const JobRecord& job : shown.jobs)
    jobs.append(QJsonObject{{"submission", job.submission},
                            {"scheduler", job.scheduler},
                            {"job", job.job},
                            {"token", job.token},
                            {"submitted", job.submitted}});
  for (const RunRecord& task : shown.tasks) tasks.append(toJson(task));
  object.insert(QStringLiteral("jobs"), jobs);
  if (!shown.tasks.isEmpty()) object.insert(QStringLiteral("tasks"), tasks);
  object.insert(QStringLiteral("next"),
                shown.next.isEmpty() ? QJsonValue() : QJsonValue(shown.next));
  object.insert(QStringLiteral("attempts"), attempts);
  object.insert(QStringLiteral("metrics"), metrics);
  object.insert(QStringLiteral("checkpoints"), checkpoints);
  return object;
}

void printField(const char* name, const QString& value) {
  if (!value.isEmpty())
    print(QString::fromLatin1(name).leftJustified(12) + sanitizedForTerminal(value));
}

QString dayText(double seconds) {
  return seconds > 0 ? QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000))
                           .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
                     : QString();
}

QString rangeText(const MetricSummary& metric) {
  if (!std::isfinite(metric.minimum)) return QStringLiteral("never finite");
  return QStringLiteral("%1 to %2").arg(numberText(metric.minimum), numberText(metric.maximum));
}

void printAttempts(const ShownRun& shown) {
  if (shown.attempts.size() < 2) return;
  for (const AttemptRecord& attempt : shown.attempts)
    printField("attempt",
               QStringLiteral("%1  %2%3%4")
                   .arg(attempt.attempt)
                   .arg(attempt.outcome ? nameOf(*attempt.outcome) : QStringLiteral("running"),
                        attempt.exitCode.value_or(0)
                            ? QStringLiteral(" (exit code %1)").arg(*attempt.exitCode)
                            : QString())
                   .arg(attempt.hasBegun ? QStringLiteral(", from step %1").arg(attempt.resumeStep)
                                         : QString()));
}

// A program may report thousands of names, which nobody reads here.
void printMetrics(const ShownRun& shown) {
  if (!shown.metrics.isEmpty()) print(QString());
  for (const MetricSummary& metric :
       shown.metrics.first(std::min(shownMetrics, shown.metrics.size())))
    print(QStringLiteral("%1  %2  (%3)")
              .arg(sanitizedForTerminal(metric.name).leftJustified(26),
                   numberText(metric.last.value).leftJustified(11), rangeText(metric)));
  if (const qsizetype more = shown.metrics.size() - shownMetrics; more > 0)
    print(
        QStringLiteral("and %1 more: yard metrics %2").arg(countText(more), shown.run.run.left(8)));
}

void printPage(const ShownRun& shown) {
  const RunRecord& run = shown.run;
  printField("run", run.run);
  printField("name", run.name);
  printField("state", stateText(run));
  // The queue's reason comes first if it has more information.
  if (shown.waits && !run.reason.contains(shown.waits->text))
    printField("waits", shown.waits->text);
  printField("next:", shown.next);
  if (!run.study.isEmpty())
    printField("study",
               run.study.left(8) + QStringLiteral("  ") + run.studyValues.join(QLatin1Char(' ')));
  if (run.exitCode.value_or(0)) printField("exit code", QString::number(*run.exitCode));
  printField("started", dayText(run.started));
  printField("ended", dayText(run.ended) +
                          (run.ended > run.started && run.started > 0
                               ? QStringLiteral(", after ") + durationText(run.ended - run.started)
                               : QString()));
  if (run.step)
    printField("steps",
               QString::number(*run.step) +
                   (run.totalSteps ? QStringLiteral(" of %1").arg(*run.totalSteps) : QString()));
  printAttempts(shown);
  for (const RunRecord& task : shown.tasks)
    printField("task", QStringLiteral("%1  %2  %3")
                           .arg(task.arrayIndex.value_or(0))
                           .arg(task.run.left(8), stateText(task)));
  if (!shown.checkpoints.isEmpty())
    printField("checkpoint",
               QStringLiteral("step %1, %2 MB, %3 written so far")
                   .arg(shown.checkpoints.last().step)
                   .arg(static_cast<double>(shown.checkpoints.last().bytes) / 1e6, 0, 'f', 1)
                   .arg(shown.checkpoints.size()));
  printField("folder", placeText(run));
  const SchedulerKind* kind =
      shown.jobs.isEmpty() ? nullptr : kindNamed(shown.jobs.last().scheduler);
  if (!shown.jobs.isEmpty() && (!kind || kind->can.jobNumbers))
    printField("job", shown.jobs.last().job + QStringLiteral(" of ") + run.target);
  printField("experiment", run.source);
  printField("git commit", run.gitCommit);
  printMetrics(shown);
  if (!shown.messages.isEmpty()) print(QString());
  for (const MessageRecord& message : shown.messages)
    print(QStringLiteral("%1: %2").arg(message.level, sanitizedForTerminal(message.text)));
}

}  // namespace

QCoro::Task<int> showRun(ServiceClient& client, QString text, Format format) {
  RunStore store;
  auto named = namedRuns(store, text);
  if (!named) co_return fail(named.error());
  if (named->isStudy()) {
    RunFilter filter;
    filter.study = named->study;
    const int code = co_await listRuns(client, format, filter);
    co_return code;
  }
  auto shown = read(store, named->runs.first());
  if (!shown) co_return fail(shown.error());
  if (format == Format::json)
    printJson(json(*shown));
  else
    printPage(*shown);
  co_return 0;
}

}  // namespace trainyard
