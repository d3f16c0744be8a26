// SPDX-License-Identifier: GPL-3.0-or-later
// `yard show`: everything about a run.
#include <algorithm>
#include <cmath>

#include <QDateTime>
#include <QJsonArray>

#include "remote/cli/command.h"
#include "remote/cli/commands/shown.h"
#include "remote/cli/next_line.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/store/named_runs.h"
#include "remote/store/right_sizing.h"

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
  RightSizing sizing;
};

Result<ShownRun> readShown(RunStore& store, const RunRecord& run) {
  TRY(auto attempts, store.attempts(run.run));
  TRY(auto metrics, store.metrics(run.run));
  TRY(auto checkpoints, store.checkpoints(run.run));
  TRY(auto messages, store.messages(run.run, shownMessages));
  TRY(auto jobs, store.jobs(run.run));
  TRY(auto tasks, store.tasksOf(run.run));
  TRY(auto sizing, sizingOf(store, run));
  auto waits = isOpen(run.state) && run.started == 0 ? waitsFor(store, run.after) : std::nullopt;
  return ShownRun{run,
                  attempts,
                  metrics,
                  checkpoints,
                  messages,
                  jobs,
                  tasks,
                  std::move(waits),
                  nextCommandOf(store, run),
                  std::move(sizing)};
}

template <class T>
QJsonValue orNull(bool isKnown, T value) {
  return isKnown ? QJsonValue(value) : QJsonValue();
}

QJsonObject jsonOf(const AttemptRecord& attempt) {
  return {{u"attempt"_s, attempt.attempt},
          {u"started"_s, attempt.started},
          {u"ended"_s, orNull(attempt.ended > 0, attempt.ended)},
          {u"resume_step"_s, orNull(attempt.hasBegun, attempt.resumeStep)},
          {u"outcome"_s, attempt.outcome ? QJsonValue(nameOf(*attempt.outcome)) : QJsonValue()},
          {u"exit_code"_s, orNull(attempt.exitCode.has_value(), attempt.exitCode.value_or(0))},
          {u"code"_s, attempt.code},
          {u"reason"_s, attempt.reason}};
}

QJsonObject jsonOf(const CheckpointRecord& checkpoint) {
  return {{u"attempt"_s, checkpoint.attempt},
          {u"step"_s, checkpoint.step},
          {u"path"_s, checkpoint.path},
          {u"bytes"_s, checkpoint.bytes},
          {u"time"_s, checkpoint.time}};
}

QJsonObject jsonOf(const JobRecord& job) {
  return {{u"submission"_s, job.submission},
          {u"scheduler"_s, job.scheduler},
          {u"job"_s, job.job},
          {u"token"_s, job.token},
          {u"submitted"_s, job.submitted}};
}

const char* nameOf(Resource resource) {
  switch (resource) {
    case Resource::memory:
      return "memory";
    case Resource::cores:
      return "cores";
    case Resource::gpus:
      return "GPUs";
    case Resource::time:
      break;
  }
  return "time";
}

QJsonObject jsonOf(const ResourceUse& use) {
  return {{u"resource"_s, QString::fromLatin1(nameOf(use.resource)).toLower()},
          {u"used"_s, use.used},
          {u"requested"_s, orNull(use.requested.has_value(), use.requested.value_or(0))},
          {u"suggested"_s, orNull(use.suggested.has_value(), use.suggested.value_or(0))}};
}

template <class Item>
QJsonArray listOf(const QList<Item>& items, QJsonObject (*json)(const Item& item)) {
  QJsonArray list;
  for (const Item& item : items) list.append(json(item));
  return list;
}

QJsonObject jsonOfShown(const ShownRun& shown) {
  QJsonObject object = toJson(shown.run);
  QJsonArray metrics;
  for (const MetricSummary& metric : shown.metrics)
    metrics.append(toJson(metric.name, metric.last));
  object.insert(u"jobs"_s, listOf<JobRecord>(shown.jobs, jsonOf));
  if (!shown.tasks.isEmpty()) object.insert(u"tasks"_s, listOf<RunRecord>(shown.tasks, toJson));
  object.insert(u"next"_s, orNull(!shown.next.isEmpty(), shown.next));
  object.insert(u"attempts"_s, listOf<AttemptRecord>(shown.attempts, jsonOf));
  object.insert(u"metrics"_s, metrics);
  object.insert(u"checkpoints"_s, listOf<CheckpointRecord>(shown.checkpoints, jsonOf));
  if (!shown.sizing.uses.isEmpty())
    object.insert(u"resources"_s, listOf<ResourceUse>(shown.sizing.uses, jsonOf));
  return object;
}

void printField(const char* name, const QString& value) {
  if (!value.isEmpty())
    print(QString::fromLatin1(name).leftJustified(12) + sanitizedForTerminal(value));
}

QString dayText(double seconds) {
  return seconds > 0 ? QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000))
                           .toString(u"yyyy-MM-dd HH:mm:ss"_s)
                     : QString();
}

QString rangeText(const MetricSummary& metric) {
  if (!std::isfinite(metric.minimum)) return u"never finite"_s;
  return u"%1 to %2"_s.arg(numberText(metric.minimum), numberText(metric.maximum));
}

void printAttempts(const ShownRun& shown) {
  if (shown.attempts.size() < 2) return;
  for (const AttemptRecord& attempt : shown.attempts)
    printField(
        "attempt",
        u"%1  %2%3%4"_s.arg(attempt.attempt)
            .arg(attempt.outcome ? nameOf(*attempt.outcome) : u"running"_s,
                 attempt.exitCode.value_or(0) ? u" (exit code %1)"_s.arg(*attempt.exitCode)
                                              : QString())
            .arg(attempt.hasBegun ? u", from step %1"_s.arg(attempt.resumeStep) : QString()));
}

QString amountText(Resource resource, double amount) {
  if (resource == Resource::time) return durationText(amount);
  return QString::number(amount, 'g', 3) + (resource == Resource::memory ? u" GiB"_s : QString());
}

void printSizing(const RightSizing& sizing) {
  QStringList used, enough;
  for (const ResourceUse& use : sizing.uses)
    used << QString::fromLatin1(nameOf(use.resource)) + u' ' + amountText(use.resource, use.used) +
                (use.requested ? u" of "_s + amountText(use.resource, *use.requested) : QString());
  for (const HelpfulChange& change : sizing.changes())
    enough << u"--set %1=%2"_s.arg(change.path, change.to);
  printField("used", used.join(u", "_s));
  printField("enough", enough.join(u' '));
}

// A program may report thousands of names, which nobody reads here.
void printMetrics(const ShownRun& shown) {
  if (!shown.metrics.isEmpty()) print(QString());
  for (const MetricSummary& metric :
       shown.metrics.first(std::min(shownMetrics, shown.metrics.size())))
    print(u"%1  %2  (%3)"_s.arg(sanitizedForTerminal(metric.name).leftJustified(26),
                                numberText(metric.last.value).leftJustified(11),
                                rangeText(metric)));
  if (const qsizetype more = shown.metrics.size() - shownMetrics; more > 0)
    print(u"and %1 more: yard metrics %2"_s.arg(countText(more), shown.run.run.left(8)));
}

void printCheckpoints(const QList<CheckpointRecord>& checkpoints) {
  if (checkpoints.isEmpty()) return;
  printField("checkpoint", u"step %1, %2 MB, %3 written so far"_s.arg(checkpoints.last().step)
                               .arg(static_cast<double>(checkpoints.last().bytes) / 1e6, 0, 'f', 1)
                               .arg(checkpoints.size()));
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
    printField("study", run.study.left(8) + u"  "_s + run.studyValues.join(u' '));
  if (run.exitCode.value_or(0)) printField("exit code", QString::number(*run.exitCode));
  printField("started", dayText(run.started));
  printField("ended",
             dayText(run.ended) + (run.ended > run.started && run.started > 0
                                       ? u", after "_s + durationText(run.ended - run.started)
                                       : QString()));
  if (run.step)
    printField("steps", QString::number(*run.step) +
                            (run.totalSteps ? u" of %1"_s.arg(*run.totalSteps) : QString()));
  printAttempts(shown);
  printSizing(shown.sizing);
  for (const RunRecord& task : shown.tasks)
    printField(
        "task",
        u"%1  %2  %3"_s.arg(task.arrayIndex.value_or(0)).arg(task.run.left(8), stateText(task)));
  printCheckpoints(shown.checkpoints);
  printField("folder", placeText(run));
  const SchedulerKind* kind =
      shown.jobs.isEmpty() ? nullptr : kindNamed(shown.jobs.last().scheduler);
  if (!shown.jobs.isEmpty() && (!kind || kind->can.jobNumbers))
    printField("job", shown.jobs.last().job + u" of "_s + run.target);
  printField("experiment", run.source);
  printField("git commit", run.gitCommit);
  printMetrics(shown);
  if (!shown.messages.isEmpty()) print(QString());
  for (const MessageRecord& message : shown.messages)
    print(u"%1: %2"_s.arg(message.level, sanitizedForTerminal(message.text)));
}

struct ShowCommand {
  RunOption which;
  JsonOption json;

  void describe(CLI::App& command) {
    which.describe(command);
    json.describe(command);
  }
  // With the service, which follows what goes on.
  QCoro::Task<Result<int>> run(ServiceClient&) { co_return printRun(which.run, json.format()); }
};

}  // namespace

Result<int> printRun(const QString& name, Format format) {
  RunStore store;
  TRY(const auto named, namedRuns(store, name));
  if (named.isStudy()) return printRunsOf(named.study, format);
  TRY(const auto shown, readShown(store, named.runs.first()));
  if (format == Format::json) return printJson(jsonOfShown(shown));
  printPage(shown);
  return 0;
}

extern const Command showCommand{"show", "Show one run, or the runs of a study",
                                 addCommand<ShowCommand>};

}  // namespace trainyard
