// SPDX-License-Identifier: GPL-3.0-or-later
// `yard study list` and `yard study show`.
#include <cmath>
#include <cstdio>

#include <QJsonArray>
#include <QJsonObject>

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/messages.h"
#include "engine/search/decisions.h"
#include "engine/system/unix_time.h"
#include "remote/cli/command.h"
#include "remote/cli/commands/shown.h"
#include "remote/cli/named_study.h"
#include "remote/cli/next_line.h"
#include "remote/service/protocol/study_request.h"
#include "remote/values/json_values.h"
#include "remote/values/numbers.h"
#include "remote/values/study_runs.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString targetOf(const NamedStudy& study) {
  if (study.job) return study.job->target;
  const auto request = readStudyRequest(StudyReader::studiesFolder(), study.study);
  return request ? request->target : QString();
}

// Each trial is a job of its own; where the study has a job, too, that one submits them.
bool areTrialsRuns(const NamedStudy& study) {
  return !study.job || study.recorded().record.search.run_as == SearchRunAs::controller_job;
}

QString stateOf(const NamedStudy& study) {
  if (study.job) return nameOf(study.job->state);
  return study.isOver() ? u"ended"_s : u"running"_s;
}

// Why it ended by itself before it had all of its trials; empty: it did not.
QString whyStopped(const NamedStudy& study) {
  if (!study.isOver()) return {};
  const auto error = search::all_failed(study.recorded().study, false);
  return error ? text(error->message) : QString();
}

QStringList wordsOf(const Map& values) {
  QStringList words;
  for (const auto& [path, value] : values) words << text(path + "=" + spell(value));
  return words;
}

QString causeText(const search::Trial& trial) {
  return trial.cause.empty() ? QString() : text(render_message(trial.cause, trial.arguments));
}

QString valueText(const search::Trial& trial) {
  return trial.value ? numberText(*trial.value) : QString();
}

QJsonValue timeOrNothing(double seconds) {
  return seconds > 0 ? QJsonValue(seconds) : QJsonValue();
}

QJsonObject jsonOfTrial(const NamedStudy& study, const search::Trial& trial) {
  QJsonObject object{{u"number"_s, static_cast<qint64>(trial.number)},
                     {u"state"_s, text(name_of(trial.state))},
                     {u"value"_s, trial.value ? jsonNumber(*trial.value) : QJsonValue()},
                     {u"values"_s, jsonOf(trial.values)},
                     {u"steps"_s, static_cast<qint64>(trial.steps)},
                     {u"retries"_s, static_cast<qint64>(trial.retries)},
                     {u"started"_s, timeOrNothing(trial.started)},
                     {u"ended"_s, timeOrNothing(trial.ended)},
                     {u"cause"_s, trial.cause.empty() ? QJsonValue() : text(trial.cause)},
                     {u"text"_s, causeText(trial)}};
  if (!areTrialsRuns(study)) return object;
  QJsonArray runs;
  for (std::int64_t i = 0; i < study.recorded().record.search.seeds; ++i)
    runs.append(trialRun(study.study, trial.number, i));
  object.insert(u"runs"_s, runs);
  return object;
}

QJsonObject jsonOfStudy(const NamedStudy& study) {
  using search::TrialState;
  const SearchSection& search = study.recorded().record.search;
  const search::Trial* best = search::best_trial(study.recorded().study);
  return {{u"study"_s, study.study},
          {u"name"_s, text(study.recorded().record.name)},
          {u"target"_s, targetOf(study)},
          {u"run_as"_s, text(name_of(!areTrialsRuns(study) ? SearchRunAs::one_job
                                     : study.job           ? SearchRunAs::controller_job
                                                           : SearchRunAs::job_each))},
          {u"state"_s, stateOf(study)},
          {u"reason"_s, whyStopped(study)},
          {u"objective"_s, text(search.objective)},
          {u"direction"_s, text(name_of(search.direction))},
          {u"wanted"_s, static_cast<qint64>(study.wanted())},
          {u"started"_s, static_cast<qint64>(study.started())},
          {u"complete"_s, static_cast<qint64>(study.count(TrialState::complete))},
          {u"pruned"_s, static_cast<qint64>(study.count(TrialState::pruned))},
          {u"failed"_s, static_cast<qint64>(study.count(TrialState::failed))},
          {u"running"_s, static_cast<qint64>(study.count(TrialState::running))},
          {u"best"_s, best ? QJsonValue(jsonOfTrial(study, *best)) : QJsonValue()}};
}

void printHeader(const char* name, const QString& value) {
  if (!value.isEmpty())
    print(QString::fromLatin1(name).leftJustified(12) + sanitizedForTerminal(value));
}

// Trials count from 1 for people.
QStringList rowOf(const search::Trial& trial) {
  const double end = trial.ended > 0 ? trial.ended : unix_time();
  QStringList words = wordsOf(trial.values);
  if (trial.retries > 0) words << u"(started %1 times)"_s.arg(trial.retries + 1);
  if (const QString cause = causeText(trial); !cause.isEmpty()) words << cause;
  return {QString::number(trial.number + 1),
          text(name_of(trial.state)),
          valueText(trial),
          trial.steps > 0 ? QString::number(trial.steps) : QString(),
          durationText(end - trial.started),
          sanitizedForTerminal(words.join(u"  "_s))};
}

void printNamedStudy(const NamedStudy& study) {
  const search::RecordedStudy& recorded = study.recorded();
  const SearchSection& search = recorded.record.search;
  printHeader("study", study.study);
  printHeader("name", text(recorded.record.name));
  printHeader("state", stateOf(study));
  printHeader("stopped", whyStopped(study));
  if (study.job) {
    RunStore store;
    printHeader("next:", nextCommandOf(store, *study.job));
  }
  printHeader("target", targetOf(study));
  printHeader("objective",
              text(search.objective) + u", "_s + text(name_of(search.direction)) + u'd');
  printHeader("trials", trialsText(study));
  if (const search::Trial* best = search::best_trial(recorded.study)) {
    printHeader("best", u"%1, trial %2"_s.arg(numberText(*best->value)).arg(best->number + 1));
    for (const QString& word : wordsOf(best->values)) printHeader("", word);
  }
  if (recorded.study.trials.empty()) return;
  print(QString());
  QList<QStringList> rows{{u"TRIAL"_s, u"STATE"_s, u"VALUE"_s, u"STEPS"_s, u"TIME"_s, u"VALUES"_s}};
  for (const search::Trial& trial : recorded.study.trials) rows << rowOf(trial);
  printTable(rows);
}

struct ListStudiesCommand {
  JsonOption json;

  void describe(CLI::App& command) { json.describe(command); }
  // With the service, so that studies go on that were left when it was killed.
  QCoro::Task<Result<int>> run(ServiceClient&) {
    StudyReader reader;
    RunStore store;
    CO_TRY(const auto names, reader.studies());
    QJsonArray list;
    QList<QStringList> rows{
        {u"STUDY"_s, u"STATE"_s, u"BEST"_s, u"OBJECTIVE"_s, u"TARGET"_s, u"NAME"_s, u"TRIALS"_s}};
    int code = 0;
    for (const QString& name : names) {
      const auto study = readNamedStudy(reader, store, name);
      if (!study) {
        // One that cannot be read does not hide the others.
        code = fail(study.error());
        continue;
      }
      const search::Trial* best = search::best_trial(study->recorded().study);
      list.append(jsonOfStudy(*study));
      rows << QStringList{name.left(8),
                          stateOf(*study),
                          best ? numberText(*best->value) : QString(),
                          sanitizedForTerminal(text(study->recorded().record.search.objective)),
                          sanitizedForTerminal(targetOf(*study)),
                          sanitizedForTerminal(text(study->recorded().record.name)),
                          trialsText(*study)};
    }
    if (json.isGiven)
      printJson(list);
    else if (rows.size() == 1)
      std::fputs("no studies yet\n", stderr);
    else
      printTable(rows);
    co_return code;
  }
};

struct ShowStudyCommand {
  QString name;
  JsonOption json;

  void describe(CLI::App& command) {
    describeStudy(command, name);
    json.describe(command);
  }
  QCoro::Task<Result<int>> run(ServiceClient&) { co_return printStudy(name, json.format()); }
};

}  // namespace

// One of several values has runs alone.
Result<int> printStudy(const QString& name, Format format) {
  const auto study = namedStudy(name);
  if (!study && study.error().code == "study.several_values") return printRun(name, format);
  if (!study) return study.error();
  if (format != Format::json) {
    printNamedStudy(*study);
    return 0;
  }
  QJsonObject object = jsonOfStudy(*study);
  QJsonArray trials;
  for (const search::Trial& trial : study->recorded().study.trials)
    trials.append(jsonOfTrial(*study, trial));
  object.insert(u"trials"_s, trials);
  return printJson(object);
}

extern const Command listStudiesCommand{"list", "List the studies, newest first",
                                        addCommand<ListStudiesCommand>};
extern const Command showStudyCommand{"show", "Show a study: its best trial, and all of them",
                                      addCommand<ShowStudyCommand>};

}  // namespace trainyard
