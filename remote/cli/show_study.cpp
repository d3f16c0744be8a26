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
#include "remote/cli/named_study.h"
#include "remote/cli/next_line.h"
#include "remote/cli/output.h"
#include "remote/cli/study_commands.h"
#include "remote/cli/table.h"
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
  return study.isOver() ? QStringLiteral("ended") : QStringLiteral("running");
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

QJsonObject json(const NamedStudy& study, const search::Trial& trial) {
  QJsonObject object{
      {QStringLiteral("number"), static_cast<qint64>(trial.number)},
      {QStringLiteral("state"), text(name_of(trial.state))},
      {QStringLiteral("value"), trial.value ? jsonNumber(*trial.value) : QJsonValue()},
      {QStringLiteral("values"), jsonOf(trial.values)},
      {QStringLiteral("steps"), static_cast<qint64>(trial.steps)},
      {QStringLiteral("retries"), static_cast<qint64>(trial.retries)},
      {QStringLiteral("started"), timeOrNothing(trial.started)},
      {QStringLiteral("ended"), timeOrNothing(trial.ended)},
      {QStringLiteral("cause"), trial.cause.empty() ? QJsonValue() : text(trial.cause)},
      {QStringLiteral("text"), causeText(trial)}};
  if (!areTrialsRuns(study)) return object;
  QJsonArray runs;
  for (std::int64_t i = 0; i < study.recorded().record.search.seeds; ++i)
    runs.append(trialRun(study.study, trial.number, i));
  object.insert(QStringLiteral("runs"), runs);
  return object;
}

QJsonObject json(const NamedStudy& study) {
  using search::TrialState;
  const SearchSection& search = study.recorded().record.search;
  const search::Trial* best = search::best_trial(study.recorded().study);
  return {{QStringLiteral("study"), study.study},
          {QStringLiteral("name"), text(study.recorded().record.name)},
          {QStringLiteral("target"), targetOf(study)},
          {QStringLiteral("run_as"), text(name_of(!areTrialsRuns(study) ? SearchRunAs::one_job
                                                  : study.job ? SearchRunAs::controller_job
                                                              : SearchRunAs::job_each))},
          {QStringLiteral("state"), stateOf(study)},
          {QStringLiteral("reason"), whyStopped(study)},
          {QStringLiteral("objective"), text(search.objective)},
          {QStringLiteral("direction"), text(name_of(search.direction))},
          {QStringLiteral("wanted"), static_cast<qint64>(study.wanted())},
          {QStringLiteral("started"), static_cast<qint64>(study.started())},
          {QStringLiteral("complete"), static_cast<qint64>(study.count(TrialState::complete))},
          {QStringLiteral("pruned"), static_cast<qint64>(study.count(TrialState::pruned))},
          {QStringLiteral("failed"), static_cast<qint64>(study.count(TrialState::failed))},
          {QStringLiteral("running"), static_cast<qint64>(study.count(TrialState::running))},
          {QStringLiteral("best"), best ? QJsonValue(json(study, *best)) : QJsonValue()}};
}

void printHeader(const char* name, const QString& value) {
  if (!value.isEmpty())
    print(QString::fromLatin1(name).leftJustified(12) + sanitizedForTerminal(value));
}

// Trials count from 1 for people.
QStringList rowOf(const search::Trial& trial) {
  const double end = trial.ended > 0 ? trial.ended : unix_time();
  QStringList words = wordsOf(trial.values);
  if (trial.retries > 0) words << QStringLiteral("(started %1 times)").arg(trial.retries + 1);
  if (const QString cause = causeText(trial); !cause.isEmpty()) words << cause;
  return {QString::number(trial.number + 1),
          text(name_of(trial.state)),
          valueText(trial),
          trial.steps > 0 ? QString::number(trial.steps) : QString(),
          durationText(end - trial.started),
          sanitizedForTerminal(words.join(QStringLiteral("  ")))};
}

void printStudy(const NamedStudy& study) {
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
  printHeader("objective", text(search.objective) + QStringLiteral(", ") +
                               text(name_of(search.direction)) + QLatin1Char('d'));
  printHeader("trials", trialsText(study));
  if (const search::Trial* best = search::best_trial(recorded.study)) {
    printHeader("best",
                QStringLiteral("%1, trial %2").arg(numberText(*best->value)).arg(best->number + 1));
    for (const QString& word : wordsOf(best->values)) printHeader("", word);
  }
  if (recorded.study.trials.empty()) return;
  print(QString());
  QList<QStringList> rows{{QStringLiteral("TRIAL"), QStringLiteral("STATE"),
                           QStringLiteral("VALUE"), QStringLiteral("STEPS"), QStringLiteral("TIME"),
                           QStringLiteral("VALUES")}};
  for (const search::Trial& trial : recorded.study.trials) rows << rowOf(trial);
  printTable(rows);
}

}  // namespace

QCoro::Task<int> listStudies(ServiceClient&, Format format) {
  StudyReader reader;
  RunStore store;
  const auto names = reader.studies();
  if (!names) co_return fail(names.error());
  QJsonArray list;
  QList<QStringList> rows{{QStringLiteral("STUDY"), QStringLiteral("STATE"), QStringLiteral("BEST"),
                           QStringLiteral("OBJECTIVE"), QStringLiteral("TARGET"),
                           QStringLiteral("NAME"), QStringLiteral("TRIALS")}};
  int code = 0;
  for (const QString& name : *names) {
    const auto study = readNamedStudy(reader, store, name);
    if (!study) {
      // One that cannot be read does not hide the others.
      code = fail(study.error());
      continue;
    }
    const search::Trial* best = search::best_trial(study->recorded().study);
    list.append(json(*study));
    rows << QStringList{name.left(8),
                        stateOf(*study),
                        best ? numberText(*best->value) : QString(),
                        sanitizedForTerminal(text(study->recorded().record.search.objective)),
                        sanitizedForTerminal(targetOf(*study)),
                        sanitizedForTerminal(text(study->recorded().record.name)),
                        trialsText(*study)};
  }
  if (format == Format::json)
    printJson(list);
  else if (rows.size() == 1)
    std::fputs("no studies yet\n", stderr);
  else
    printTable(rows);
  co_return code;
}

// One of several values has runs alone.
QCoro::Task<int> showStudy(ServiceClient& client, QString words, Format format) {
  const auto study = namedStudy(words);
  if (!study && study.error().code == "study.several_values") {
    const int code = co_await showRun(client, words, format);
    co_return code;
  }
  if (!study) co_return fail(study.error());
  if (format != Format::json) {
    printStudy(*study);
    co_return 0;
  }
  QJsonObject object = json(*study);
  QJsonArray trials;
  for (const search::Trial& trial : study->recorded().study.trials)
    trials.append(json(*study, trial));
  object.insert(QStringLiteral("trials"), trials);
  printJson(object);
  co_return 0;
}

}  // namespace trainyard
