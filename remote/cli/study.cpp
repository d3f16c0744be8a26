// SPDX-License-Identifier: GPL-3.0-or-later
// `yard submit --grid`: runs that are created together and form a study.
#include <algorithm>
#include <cstdio>

#include <QJsonArray>
#include <QProcessEnvironment>
#include <QSet>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/values/grid.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/watch.h"
#include "remote/store/run_store.h"
#include "remote/submit/prepare.h"

namespace trainyard {
namespace {

SubmitRequest requestFor(const NamedDocument& document, const SubmitOptions& options,
                         const QString& study, const QStringList& values) {
  SubmitRequest request;
  request.path = document.path;
  request.text = document.text;
  request.overrides = options.overrides + values;
  request.target = options.target;
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  request.study = study;
  request.studyValues = values;
  return request;
}

Result<QString> nameOf(const NamedDocument& document, const SubmitOptions& options,
                       const QStringList& values) {
  const RunsWhere where =
      options.target == QLatin1String("here") ? RunsWhere::here : RunsWhere::elsewhere;
  TRY(const auto prepared,
      prepareExperiment({document.path, document.text, options.overrides + values,
                         QProcessEnvironment::systemEnvironment()},
                        ownPrograms(), where));
  if (has_errors(prepared.diagnostics)) return diagnosticsError(prepared.diagnostics);
  return QString::fromStdString(prepared.experiment.name);
}

// What the scheduler was already asked about need not be checked again.
QStringList resourcesIn(const QStringList& values) {
  return values.filter(QStringLiteral("resources."));
}

// Checks before the first run is created: an invalid value in the last one, or more than the target
// has, must not leave half a study. The submission itself reports an unreachable target.
QCoro::Task<Result<void>> checkAll(ServiceClient& client, NamedDocument document,
                                   SubmitOptions options, QList<QStringList> combinations) {
  QSet<QString> asked;
  for (const QStringList& values : combinations) {
    const QString resources = resourcesIn(values).join(QLatin1Char(' '));
    auto known = Result<void>();
    if (const auto name = nameOf(document, options, values); !name) {
      known = name.error();
    } else if (!asked.contains(resources)) {
      asked.insert(resources);
      const SubmitRequest request = requestFor(document, options, {}, values);
      const auto answer = co_await client.call(methods::check, {}, request);
      if (!answer && answer.error().exit_code == ExitCode::unreachable) co_return {};
      if (!answer)
        known = answer.error();
      else if (has_errors(answer->diagnostics))
        known = diagnosticsError(answer->diagnostics);
    }
    if (!known && combinations.size() > 1)
      co_return make_error("study.run_refused",
                           {{"values", values.join(QLatin1Char(' ')).toStdString()},
                            {"why", as_argument(known.error())}},
                           known.error().exit_code);
    if (!known) co_return known;
  }
  co_return {};
}

// For an existing study: what was not submitted, or failed before there was a job.
Result<QList<QStringList>> missingOf(RunStore& store, const QList<RunRecord>& there,
                                     QList<QStringList> combinations) {
  for (const RunRecord& run : there) {
    TRY(const auto jobs, store.jobs(run.run));
    if (!jobs.isEmpty() || isOpen(run.state)) combinations.removeAll(run.studyValues);
  }
  return combinations;
}

// A study can only be continued for the same experiment in the same place.
Result<QString> studyToGoOn(RunStore& store, const NamedDocument& document,
                            const SubmitOptions& options, QList<QStringList>& combinations) {
  TRY(const auto there, store.study(options.study));
  if (there.isEmpty()) return make_error("study.unknown", {{"study", options.study.toStdString()}});
  TRY(const QString name, nameOf(document, options, combinations.first()));
  const RunRecord& first = there.first();
  if (first.target != options.target || first.name != name)
    return make_error("study.other_document", {{"study", first.study.left(8).toStdString()},
                                               {"name", first.name.toStdString()},
                                               {"target", first.target.toStdString()},
                                               {"other", name.toStdString()},
                                               {"here", options.target.toStdString()}});
  TRY(combinations, missingOf(store, there, combinations));
  return first.study;
}

QString remainingText(qsizetype made, qsizetype all, const QString& study) {
  if (made == 0) return QStringLiteral("No run of the study was submitted.");
  return QStringLiteral(
             "%1 of %2 runs are submitted and go on: `yard watch %3` shows them, `yard cancel %3` "
             "ends them. The same command with --study %3 submits the rest.")
      .arg(made)
      .arg(all)
      .arg(study.left(8));
}

}  // namespace

QCoro::Task<int> submitStudy(ServiceClient& client, SubmitOptions options, QStringList grid) {
  auto combinations = combinationsOf(grid);
  if (!combinations) co_return fail(combinations.error());
  const NamedDocument document = documentNamed(options.path);
  RunStore store;
  auto study = Result<QString>(QUuid::createUuid().toString(QUuid::WithoutBraces));
  if (!options.study.isEmpty()) study = studyToGoOn(store, document, options, *combinations);
  if (!study) co_return fail(study.error());
  explainInterruptAs(remainingText(0, combinations->size(), *study));
  const auto checked = co_await checkAll(client, document, options, *combinations);
  if (!checked) co_return fail(checked.error());
  QJsonArray runs;
  int code = 0;
  for (const QStringList& values : std::as_const(*combinations)) {
    // The run being submitted continues as well.
    explainInterruptAs(remainingText(runs.size() + 1, combinations->size(), *study));
    const SubmitRequest request = requestFor(document, options, *study, values);
    auto submitted = co_await client.submit(request);
    if (!submitted) {
      code = fail(submitted.error());
      std::fprintf(stderr, "%s\n",
                   remainingText(runs.size(), combinations->size(), *study).toUtf8().constData());
      break;
    }
    runs.append(submitted->run);
    if (options.format == Format::text)
      print(QStringLiteral("run %1  %2")
                .arg(submitted->run.left(8), sanitizedForTerminal(values.join(QLatin1Char(' ')))));
  }
  if (options.format == Format::json && !options.watch)
    printJson(QJsonObject{{QStringLiteral("study"), *study}, {QStringLiteral("runs"), runs}});
  else if (options.format == Format::text && combinations->isEmpty())
    print(QStringLiteral("study %1 has all of these runs").arg(study->left(8)));
  else if (options.format == Format::text && !runs.isEmpty())
    print(QStringLiteral("study %1; `yard runs %1` shows it").arg(study->left(8)));
  std::fflush(stdout);
  if (code != 0 || !options.watch) co_return code;
  const WatchOutput output =
      options.format == Format::json ? WatchOutput::quiet : usualWatchOutput();
  code = co_await watchStudy(client, *study, output);
  if (options.format == Format::json) {
    QJsonArray list;
    if (const auto all = store.study(*study))
      for (const RunRecord& run : *all) list.append(toJson(run));
    printJson(list);
  }
  co_return code;
}

}  // namespace trainyard
