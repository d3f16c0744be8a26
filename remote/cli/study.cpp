// SPDX-License-Identifier: GPL-3.0-or-later
// `yard submit --grid`: runs that are submitted together and form a study.
#include <algorithm>
#include <cstdio>
#include <map>

#include <QJsonArray>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/table.h"
#include "remote/cli/watch.h"
#include "remote/store/run_store.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

SubmitRequest requestOf(const SubmitOptions& options) {
  return requestNamed(options.path, options.target, options.overrides);
}

StudyPlanArguments planArguments(const SubmitOptions& options, const StudyOptions& several) {
  StudyPlanArguments arguments{requestOf(options), several.grid, several.selection};
  arguments.experiment.study = options.study;
  return arguments;
}

QString wordsOf(const QStringList& values) {
  return sanitizedForTerminal(values.join(QLatin1Char(' ')));
}

QString runsText(qsizetype count) {
  return count == 1 ? QStringLiteral("1 run") : QStringLiteral("%1 runs").arg(count);
}

// "4 completed, 1 failed"
QString statesText(const StudyPlan& plan) {
  std::map<QString, int> counts;
  for (const PlannedRun& run : plan.runs)
    if (!run.run.isEmpty() && !run.isSelected) ++counts[run.state];
  QStringList parts;
  for (const auto& [state, count] : counts) parts << QStringLiteral("%1 %2").arg(count).arg(state);
  return parts.join(QStringLiteral(", "));
}

// How the rest is submitted after an end in the middle.
QString restText(const StudyOptions& several, const QString& study) {
  if (several.selection == StudySelection::all)
    return QStringLiteral("The same command with --study %1 instead of --again submits the rest.")
        .arg(study.left(8));
  return QStringLiteral("The same command submits the rest.");
}

QString remainingText(qsizetype made, qsizetype all, const StudyOptions& several,
                      const QString& study) {
  if (made == 0) return QStringLiteral("No run of the study was submitted.");
  return QStringLiteral(
             "%1 of %2 are submitted and go on: `yard watch %3` shows them, `yard cancel %3` ends "
             "them. ")
             .arg(made)
             .arg(runsText(all), study.left(8)) +
         restText(several, study);
}

void sayNothingIsSelected(const StudyPlan& plan, const StudyOptions& several) {
  const QString study = plan.study.left(8);
  if (several.selection == StudySelection::failed)
    print(plan.study.isEmpty()
              ? QStringLiteral("none of these runs was submitted before; without --retry-failed "
                               "they are")
              : QStringLiteral("study %1: none of these runs has failed or was cancelled (%2)")
                    .arg(study, statesText(plan)));
  else
    print(QStringLiteral("study %1 has all of these runs: %2; --retry-failed submits again what "
                         "did not complete, --again all of them")
              .arg(study, statesText(plan)));
}

void sayWhatWasSubmitted(const StudyPlan& plan, const StudyOptions& several, const QString& study,
                         qsizetype made) {
  QString words = QStringLiteral("study %1; `yard runs %1` shows it").arg(study.left(8));
  const qsizetype others = plan.runs.size() - selectedIn(plan);
  if (others > 0 || several.selection == StudySelection::failed)
    words = QStringLiteral("%1: %2 are there (study %3), %4 submitted%5; `yard runs %3` shows them")
                .arg(runsText(plan.runs.size()))
                .arg(others)
                .arg(study.left(8))
                .arg(made)
                .arg(several.selection == StudySelection::failed ? QStringLiteral(" again")
                                                                 : QString());
  if (several.parallel > 0)
    words += QStringLiteral("; at most %1 run at once").arg(several.parallel);
  print(words);
}

struct Submitting {
  QString study;
  QStringList runs{};  // submitted
  int code = 0;        // of the first that could not be submitted
};

// Ctrl-C at any time leaves whole runs: the one being submitted goes on as well.
QCoro::Task<Submitting> submitSelected(ServiceClient& client, SubmitOptions options,
                                       StudyOptions several, StudyPlan plan) {
  Submitting done{plan.study.isEmpty() ? QUuid::createUuid().toString(QUuid::WithoutBraces)
                                       : plan.study};
  const qsizetype all = selectedIn(plan);
  SubmitRequest request = requestOf(options);
  request.study = done.study;
  request.parallel = several.parallel;
  request.failFast = several.failFast;
  for (const PlannedRun& planned : std::as_const(plan.runs)) {
    if (!planned.isSelected) continue;
    request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
    request.overrides = options.overrides + planned.values;
    request.studyValues = planned.values;
    explainInterruptAs(QStringLiteral("Interrupted at the run with %1, which goes on. ")
                           .arg(wordsOf(planned.values).left(200)) +
                       remainingText(done.runs.size() + 1, all, several, done.study));
    auto submitted = co_await client.submit(request);
    if (!submitted) {
      done.code = fail(submitted.error());
      std::fprintf(stderr, "%s\n",
                   remainingText(done.runs.size(), all, several, done.study).toUtf8().constData());
      break;
    }
    done.runs << submitted->run;
    if (options.format == Format::text)
      print(QStringLiteral("run %1  %2").arg(submitted->run.left(8), wordsOf(planned.values)));
  }
  co_return done;
}

QString plannedText(const PlannedRun& run) {
  const auto error = std::ranges::find(run.diagnostics, Severity::error, &Diagnostic::severity);
  if (error != run.diagnostics.end())
    return QStringLiteral("refused: ") + sanitizedForTerminal(text(error->text));
  if (run.isSelected)
    return run.run.isEmpty()
               ? QStringLiteral("to submit")
               : QStringLiteral("to submit again: %1 %2").arg(run.run.left(8), run.state);
  return run.run.isEmpty() ? QStringLiteral("not there")
                           : QStringLiteral("there: %1 %2").arg(run.run.left(8), run.state);
}

QString hoursText(double hours) { return QString::number(hours, 'f', hours < 10 ? 1 : 0); }

int printPlan(const StudyPlan& plan, Format format) {
  const int code = refusalIn(plan) ? 0 : static_cast<int>(ExitCode::invalid_input);
  if (format == Format::json) {
    printJson(toJson(plan));
    return code;
  }
  QList<QStringList> rows{
      {QStringLiteral("GPU-HOURS"), QStringLiteral("VALUES"), QStringLiteral("RUN")}};
  double hours = 0;
  qsizetype refused = 0;
  for (const PlannedRun& run : plan.runs) {
    rows << QStringList{run.gpuHours ? hoursText(*run.gpuHours) : QString(), wordsOf(run.values),
                        plannedText(run)};
    hours += run.gpuHours.value_or(0);
    refused += has_errors(run.diagnostics) ? 1 : 0;
  }
  printTable(rows);
  QStringList parts;
  const qsizetype selected = selectedIn(plan), there = plan.runs.size() - selected;
  if (there > 0)
    parts << QStringLiteral("%1 are there%2")
                 .arg(there)
                 .arg(plan.study.isEmpty() ? QString()
                                           : QStringLiteral(" (study %1)").arg(plan.study.left(8)));
  parts << QStringLiteral("%1 would be submitted").arg(selected - refused);
  if (refused > 0) parts << QStringLiteral("%1 would be refused").arg(refused);
  if (hours > 0) parts << QStringLiteral("at most %1 GPU-hours").arg(hoursText(hours));
  print(runsText(plan.runs.size()) + QStringLiteral(": ") + parts.join(QStringLiteral(", ")));
  return code;
}

}  // namespace

QCoro::Task<int> showStudyPlan(ServiceClient& client, SubmitOptions options, StudyOptions several) {
  const StudyPlanArguments arguments = planArguments(options, several);
  const auto plan = co_await client.call(methods::studiesPlan, {}, arguments);
  if (!plan) co_return fail(plan.error());
  co_return printPlan(*plan, options.format);
}

QCoro::Task<int> submitStudy(ServiceClient& client, SubmitOptions options, StudyOptions several) {
  explainInterruptAs(QStringLiteral("No run of the study was submitted."));
  const StudyPlanArguments arguments = planArguments(options, several);
  const auto plan = co_await client.call(methods::studiesPlan, {}, arguments);
  if (!plan) co_return fail(plan.error());
  if (const auto refusal = refusalIn(*plan); !refusal) co_return fail(refusal.error());
  const Submitting done = co_await submitSelected(client, options, several, *plan);
  const bool isNone = plan->study.isEmpty() && done.runs.isEmpty();
  if (options.format == Format::json && !options.watch)
    printJson(QJsonObject{{QStringLiteral("study"), isNone ? QString() : done.study},
                          {QStringLiteral("runs"), QJsonArray::fromStringList(done.runs)}});
  else if (options.format == Format::text && selectedIn(*plan) == 0)
    sayNothingIsSelected(*plan, several);
  else if (options.format == Format::text && !done.runs.isEmpty())
    sayWhatWasSubmitted(*plan, several, done.study, done.runs.size());
  std::fflush(stdout);
  if (done.code != 0 || !options.watch || isNone) co_return done.code;
  const WatchOutput output =
      options.format == Format::json ? WatchOutput::quiet : usualWatchOutput();
  const int code = co_await watchStudy(client, done.study, output);
  if (options.format == Format::json) {
    RunStore store;
    QJsonArray list;
    if (const auto all = store.study(done.study))
      for (const RunRecord& run : withoutReplaced(*all)) list.append(toJson(run));
    printJson(list);
  }
  co_return code;
}

}  // namespace trainyard
