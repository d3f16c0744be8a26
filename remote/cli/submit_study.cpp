// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/submit_study.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include <QJsonArray>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/cli/output.h"
#include "remote/cli/watch.h"
#include "remote/store/run_store.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString wordsOf(const QStringList& values) { return sanitizedForTerminal(values.join(u' ')); }

QString runsText(qsizetype count) { return count == 1 ? u"1 run"_s : u"%1 runs"_s.arg(count); }

// "4 completed, 1 failed"
QString statesText(const StudyPlan& plan) {
  std::map<QString, int> counts;
  for (const PlannedRun& run : plan.runs)
    if (!run.run.isEmpty() && !run.isSelected) ++counts[run.state];
  QStringList parts;
  for (const auto& [state, count] : counts) parts << u"%1 %2"_s.arg(count).arg(state);
  return parts.join(u", "_s);
}

// How the rest is submitted after an end in the middle.
QString restText(const StudyOptions& several, const QString& study) {
  if (several.selection() == StudySelection::all)
    return u"The same command with --study %1 instead of --again submits the rest."_s.arg(
        study.left(8));
  return u"The same command submits the rest."_s;
}

QString remainingText(qsizetype made, qsizetype all, const StudyOptions& several,
                      const QString& study) {
  if (made == 0) return u"No run of the study was submitted."_s;
  return u"%1 of %2 are submitted and go on: `yard watch %3` shows them, `yard cancel %3` ends "
         "them. "_s.arg(made)
             .arg(runsText(all), study.left(8)) +
         restText(several, study);
}

void sayNothingIsSelected(const StudyPlan& plan, const StudyOptions& several) {
  const QString study = plan.study.left(8);
  if (several.selection() == StudySelection::failed)
    print(plan.study.isEmpty()
              ? u"none of these runs was submitted before; without --retry-failed "
                "they are"_s
              : u"study %1: none of these runs has failed or was cancelled (%2)"_s.arg(
                    study, statesText(plan)));
  else
    print(
        u"study %1 has all of these runs: %2; --retry-failed submits again what "
        "did not complete, --again all of them"_s.arg(study, statesText(plan)));
}

void sayWhatWasSubmitted(const StudyPlan& plan, const StudyOptions& several, const QString& study,
                         qsizetype made) {
  QString words = u"study %1; `yard runs %1` shows it"_s.arg(study.left(8));
  const qsizetype others = plan.runs.size() - selectedIn(plan);
  if (others > 0 || several.selection() == StudySelection::failed)
    words = u"%1: %2 are there (study %3), %4 submitted%5; `yard runs %3` shows them"_s
                .arg(runsText(plan.runs.size()))
                .arg(others)
                .arg(study.left(8))
                .arg(made)
                .arg(several.selection() == StudySelection::failed ? u" again"_s : QString());
  if (several.parallel > 0) words += u"; at most %1 run at once"_s.arg(several.parallel);
  print(words);
}

struct Submitting {
  QString study;
  QStringList runs{};  // submitted
  int code = 0;        // of the first that could not be submitted
};

// Ctrl-C at any time leaves whole runs: the one being submitted goes on as well.
QCoro::Task<Submitting> submitSelected(ServiceClient& client, StudySubmission asked,
                                       StudyPlan plan) {
  const StudyOptions& several = asked.several;
  Submitting done{plan.study.isEmpty() ? QUuid::createUuid().toString(QUuid::WithoutBraces)
                                       : plan.study};
  const qsizetype all = selectedIn(plan);
  SubmitRequest request = asked.experiment.request();
  const QStringList overrides = request.overrides;
  request.study = done.study;
  request.parallel = several.parallel;
  request.failFast = several.failFast;
  for (const PlannedRun& planned : std::as_const(plan.runs)) {
    if (!planned.isSelected) continue;
    request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
    request.overrides = overrides + planned.values;
    request.studyValues = planned.values;
    explainInterruptAs(u"Interrupted at the run with %1, which goes on. "_s.arg(
                           wordsOf(planned.values).left(200)) +
                       remainingText(done.runs.size() + 1, all, several, done.study));
    auto submitted = co_await client.submit(request);
    if (!submitted) {
      done.code = fail(submitted.error());
      printNote(remainingText(done.runs.size(), all, several, done.study));
      break;
    }
    done.runs << submitted->run;
    if (asked.format == Format::text)
      print(u"run %1  %2"_s.arg(submitted->run.left(8), wordsOf(planned.values)));
  }
  co_return done;
}

QString plannedText(const PlannedRun& run) {
  const auto error = std::ranges::find(run.diagnostics, Severity::error, &Diagnostic::severity);
  if (error != run.diagnostics.end())
    return u"refused: "_s + sanitizedForTerminal(text(error->text));
  if (run.isSelected)
    return run.run.isEmpty() ? u"to submit"_s
                             : u"to submit again: %1 %2"_s.arg(run.run.left(8), run.state);
  return run.run.isEmpty() ? u"not there"_s : u"there: %1 %2"_s.arg(run.run.left(8), run.state);
}

QString hoursText(double hours) { return QString::number(hours, 'f', hours < 10 ? 1 : 0); }

int printPlan(const StudyPlan& plan, Format format) {
  const int code = refusalIn(plan) ? 0 : static_cast<int>(ExitCode::invalid_input);
  if (format == Format::json) {
    printJson(toJson(plan));
    return code;
  }
  QList<QStringList> rows{{u"GPU-HOURS"_s, u"VALUES"_s, u"RUN"_s}};
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
    parts << u"%1 are there%2"_s.arg(there).arg(
        plan.study.isEmpty() ? QString() : u" (study %1)"_s.arg(plan.study.left(8)));
  parts << u"%1 would be submitted"_s.arg(selected - refused);
  if (refused > 0) parts << u"%1 would be refused"_s.arg(refused);
  if (hours > 0) parts << u"at most %1 GPU-hours"_s.arg(hoursText(hours));
  print(runsText(plan.runs.size()) + u": "_s + parts.join(u", "_s));
  return code;
}

}  // namespace

CLI::Option* addGrid(CLI::App& command, QStringList& grid, const char* help) {
  return addRepeated(command, "--grid", grid, help)->type_name("PATH=VALUE,VALUE");
}

CLI::Option* StudyOptions::describe(CLI::App& command) {
  CLI::Option* of = addGrid(
      command, grid,
      "A run for each of these values; several make a run for each combination, all of one study");
  CLI::Option* one =
      addOption(command, "--study", study,
                "With --grid: the study that gets what it lacks; without it, the newest that has "
                "one of these runs, or a new one")
          ->needs(of);
  CLI::Option* again =
      command.add_flag("--again", isAgain, "With --grid: submit all again, as a new study")
          ->needs(of)
          ->excludes(one);
  command
      .add_flag("--retry-failed", retriesFailed,
                "With --grid: submit again those that failed or were cancelled, and nothing else")
      ->needs(of)
      ->excludes(again);
  CLI::Option* most =
      command
          .add_option("--max-parallel", parallel,
                      "With --grid: how many of its runs may wait in the queue or run at once")
          ->type_name("N")
          ->check(CLI::PositiveNumber)
          ->needs(of);
  command
      .add_flag("--fail-fast", failFast,
                "With --max-parallel: submit no more runs once one has failed")
      ->needs(most);
  command
      .add_flag("--dry-run", isDryRun,
                "With --grid: submit nothing, only show what would be submitted, what is there "
                "already and what would be refused")
      ->needs(of);
  return of;
}

StudySelection StudyOptions::selection() const {
  return retriesFailed ? StudySelection::failed
         : isAgain     ? StudySelection::all
                       : StudySelection::missing;
}

QCoro::Task<Result<int>> submitStudy(ServiceClient& client, StudySubmission asked) {
  if (!asked.several.isDryRun) explainInterruptAs(u"No run of the study was submitted."_s);
  StudyPlanArguments arguments{asked.experiment.request(), asked.several.grid,
                               asked.several.selection()};
  arguments.experiment.study = asked.several.study;
  CO_TRY(const auto plan, co_await client.call(methods::studiesPlan, {}, arguments));
  if (asked.several.isDryRun) co_return printPlan(plan, asked.format);
  CO_TRY(refusalIn(plan));
  const Submitting done = co_await submitSelected(client, asked, plan);
  const bool isNone = plan.study.isEmpty() && done.runs.isEmpty();
  if (asked.format == Format::json && !asked.isWatched)
    printJson(QJsonObject{{u"study"_s, isNone ? QString() : done.study},
                          {u"runs"_s, QJsonArray::fromStringList(done.runs)}});
  else if (asked.format == Format::text && selectedIn(plan) == 0)
    sayNothingIsSelected(plan, asked.several);
  else if (asked.format == Format::text && !done.runs.isEmpty())
    sayWhatWasSubmitted(plan, asked.several, done.study, done.runs.size());
  std::fflush(stdout);
  if (done.code != 0 || !asked.isWatched || isNone) co_return done.code;
  const WatchOutput output = asked.format == Format::json ? WatchOutput::quiet : usualWatchOutput();
  CO_TRY(const int code, co_await watchStudy(client, done.study, output));
  if (asked.format == Format::json) {
    RunStore store;
    QJsonArray list;
    if (const auto all = store.study(done.study))
      for (const RunRecord& run : withoutReplaced(*all)) list.append(toJson(run));
    printJson(list);
  }
  co_return code;
}

}  // namespace trainyard
