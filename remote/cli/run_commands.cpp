#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>

#include <QJsonArray>
#include <QSet>
#include <QUuid>

#include "engine/contract/messages.h"
#include "engine/contract/unix_time.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/table.h"
#include "remote/cli/watch.h"
#include "remote/service/runs/array_summary.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

// Tasks of an array after it, by index.
QList<RunRecord> inOrder(const QList<RunRecord>& runs) {
  std::map<QString, QList<RunRecord>> tasks;
  QSet<QString> known;
  for (const RunRecord& run : runs) known.insert(run.run);
  for (const RunRecord& run : runs)
    if (known.contains(run.parent)) tasks[run.parent].append(run);
  QList<RunRecord> ordered;
  for (const RunRecord& run : runs) {
    if (known.contains(run.parent)) continue;
    ordered.append(run);
    auto found = tasks.find(run.run);
    if (found == tasks.end()) continue;
    std::sort(found->second.begin(), found->second.end(),
              [](const RunRecord& a, const RunRecord& b) { return a.arrayIndex < b.arrayIndex; });
    ordered += found->second;
  }
  return ordered;
}

// "2 completed, 1 running"
QString countsOf(const QList<RunRecord>& runs) {
  std::map<RunState, int> counts;
  for (const RunRecord& run : runs) ++counts[run.state];
  QStringList parts;
  for (const auto& [state, count] : counts)
    parts << QStringLiteral("%1 %2").arg(count).arg(nameOf(state));
  return parts.join(QStringLiteral(", "));
}

QStringList studyRow(const QList<RunRecord>& runs) {
  const RunRecord& first = runs.first();
  return {first.study.left(8),
          nameOf(summaryOf(runs).state),
          ageText(unix_time() - first.created),
          {},
          {},
          {},
          harmless(first.target),
          QStringLiteral("%1, study of %2: %3")
              .arg(harmless(first.name))
              .arg(runs.size())
              .arg(countsOf(runs))};
}

QStringList row(const RunRecord& run) {
  const QString steps =
      run.step ? QString::number(*run.step) +
                     (run.totalSteps ? QStringLiteral("/%1").arg(*run.totalSteps) : QString())
               : QString();
  const auto loss = [](const std::optional<double>& value) {
    return value ? numberText(*value) : QString();
  };
  const QString name = run.parent.isEmpty()
                           ? harmless(run.name)
                           : QStringLiteral("  task %1").arg(run.arrayIndex.value_or(0));
  return {run.run.left(8),
          nameOf(run.state),
          ageText(unix_time() - run.created),
          steps,
          loss(run.trainLoss),
          loss(run.evalLoss),
          harmless(run.target),
          name};
}

// Studies as one row each, where their newest run would stand.
QList<QStringList> rowsOf(const QList<RunRecord>& runs) {
  std::map<QString, QList<RunRecord>> studies;
  for (const RunRecord& run : runs)
    if (!run.study.isEmpty() && run.parent.isEmpty()) studies[run.study].append(run);
  QList<QStringList> rows;
  QSet<QString> shown;
  for (const RunRecord& run : inOrder(runs)) {
    if (run.study.isEmpty()) rows << row(run);
    if (run.study.isEmpty() || shown.contains(run.study)) continue;
    shown.insert(run.study);
    rows << studyRow(studies[run.study]);
  }
  return rows;
}

Result<bool> isMeant(const RunRecord& run, RemoveWhat what) {
  if (what == RemoveWhat::entry)
    return isConfirmed(QStringLiteral("Forget the run %1 here, and leave %2 as it is?")
                           .arg(run.name, placeText(run)));
  const QString object =
      what == RemoveWhat::all ? placeText(run) : placeText(run) + QStringLiteral("/checkpoints");
  return isConfirmed(QStringLiteral("Delete %1 of the run %2 for good?").arg(object, run.name));
}

QString csvText(QString text) {
  if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
      !text.contains(QLatin1Char('\n')))
    return text;
  return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) +
         QLatin1Char('"');
}

QString exact(double value) {
  return std::isfinite(value) ? QString::number(value, 'g', 17) : numberText(value);
}

}  // namespace

QCoro::Task<int> submitExperiment(ServiceClient& client, SubmitOptions options) {
  SubmitRequest request;
  NamedDocument document = documentNamed(options.path);
  request.path = document.path;
  request.text = document.text;
  request.overrides = options.overrides;
  request.target = options.target;
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QString run = request.run;
  explainInterrupt(run, QStringLiteral("The submission goes on"));
  auto progress = std::make_unique<ProgressLine>(client, run);
  auto submitted = co_await client.submit(std::move(request));
  progress.reset();
  if (!submitted) co_return fail(submitted.error());
  for (const Diagnostic& warning : submitted->diagnostics)
    std::fprintf(stderr, "%s\n",
                 harmless(QString::fromStdString(to_line(warning))).toUtf8().constData());
  if (options.format == Format::json && !options.watch)
    printJson(QJsonObject{{QStringLiteral("run"), submitted->run},
                          {QStringLiteral("folder"), submitted->folder}});
  if (options.format == Format::text)
    print(QStringLiteral("run %1 in %2").arg(submitted->run, submitted->folder));
  std::fflush(stdout);
  if (!options.watch) co_return 0;
  const int code =
      co_await watchRun(client, submitted->run,
                        options.format == Format::json ? WatchOutput::quiet : usualWatchOutput());
  RunStore store;
  if (auto run = store.run(submitted->run); run && options.format == Format::json)
    printJson(toJson(*run));
  co_return code;
}

QCoro::Task<int> submitSample(ServiceClient& client, SubmitOptions options, QString folder) {
  const QString preset = options.path;
  if (folder.isEmpty()) folder = preset + QStringLiteral("-sample");
  const auto document = makeSample(preset, folder);
  if (!document) co_return fail(document.error());
  options.path = *document;
  options.watch = true;
  const QString nodes = QStringLiteral("resources.nodes=");
  const bool isGiven = std::any_of(options.overrides.begin(), options.overrides.end(),
                                   [&](const QString& one) { return one.startsWith(nodes); });
  if (options.target != QLatin1String("here") && nodesOf(preset) > 1 && !isGiven)
    options.overrides << nodes + QStringLiteral("2");
  const int code = co_await submitExperiment(client, std::move(options));
  co_return code;
}

QCoro::Task<int> listRuns(ServiceClient& client, Format format, std::optional<QString> scanTarget,
                          QString study) {
  if (scanTarget) {
    auto added = co_await client.scan(*scanTarget);
    if (!added) co_return fail(added.error());
    if (*added == 0)
      std::fprintf(stderr, "no run found that was not known\n");
    else
      std::fprintf(stderr, "%d run%s found that %s not known\n", *added, *added == 1 ? "" : "s",
                   *added == 1 ? "was" : "were");
  }
  RunStore store;
  auto runs = study.isEmpty() ? store.runs() : store.study(study);
  if (!runs) co_return fail(runs.error());
  if (runs->isEmpty() && !study.isEmpty())
    co_return fail(make_error("study.unknown", {{"study", study.toStdString()}}));
  if (format == Format::json) {
    QJsonArray list;
    for (const RunRecord& run : *runs) list.append(toJson(run));
    printJson(list);
  } else if (runs->isEmpty()) {
    std::fprintf(stderr, "no runs yet\n");
  } else {
    QList<QStringList> rows{{QStringLiteral("RUN"), QStringLiteral("STATE"), QStringLiteral("AGE"),
                             QStringLiteral("STEP"), QStringLiteral("LOSS"),
                             QStringLiteral("EVAL/LOSS"), QStringLiteral("TARGET"),
                             QStringLiteral("NAME")}};
    if (study.isEmpty()) rows << rowsOf(*runs);
    if (!study.isEmpty())
      for (const RunRecord& run : *runs) {
        rows << row(run);
        rows.last().last() +=
            QStringLiteral("  ") + harmless(run.studyValues.join(QLatin1Char(' ')));
      }
    printTable(rows);
  }
  co_return 0;
}

QCoro::Task<int> watchCommand(ServiceClient& client, QString text) {
  RunStore store;
  auto run = store.resolve(text);
  if (!run) co_return fail(run.error());
  co_return co_await watchRun(client, run->run, usualWatchOutput());
}

namespace {

QCoro::Task<int> cancelStudy(ServiceClient& client, QList<RunRecord> runs) {
  int code = 0, told = 0;
  for (const RunRecord& run : runs) {
    if (!isOpen(run.state)) continue;
    auto waits = co_await client.cancel(run.run);
    if (!waits && waits.error().code == "run.ended") continue;
    if (!waits) code = fail(waits.error());
    if (waits) ++told;
    if (waits && !waits->isEmpty()) print(harmless(*waits));
  }
  print(QStringLiteral("%1 of %2 runs of the study were told to end").arg(told).arg(runs.size()));
  co_return code;
}

}  // namespace

QCoro::Task<int> cancelRun(ServiceClient& client, QString text) {
  RunStore store;
  auto study = store.study(text);
  if (study && !study->isEmpty()) co_return co_await cancelStudy(client, *study);
  auto run = store.resolve(text);
  if (!run) co_return fail(run.error());
  auto waits = co_await client.cancel(run->run);
  if (!waits) co_return fail(waits.error());
  print(waits->isEmpty() ? QStringLiteral("%1 was told to end").arg(run->run) : harmless(*waits));
  co_return 0;
}

QCoro::Task<int> resumeRunCommand(ServiceClient& client, QString text) {
  RunStore store;
  auto run = store.resolve(text);
  if (!run) co_return fail(run.error());
  if (auto resumed = co_await client.resume(run->run); !resumed) co_return fail(resumed.error());
  print(QStringLiteral("%1 goes on; `yard watch %2` shows it").arg(run->run, run->run.left(8)));
  co_return 0;
}

QCoro::Task<int> fetchRun(ServiceClient& client, QString text, FetchWhat what, QString output) {
  RunStore store;
  auto run = store.resolve(text);
  if (!run) co_return fail(run.error());
  auto progress = std::make_unique<ProgressLine>(client, run->run);
  auto fetched = co_await client.fetch(run->run, what, output);
  progress.reset();
  if (!fetched) co_return fail(fetched.error());
  if (fetched->folder == run->folder)
    std::fprintf(stderr, "The run is on this computer already; its folder:\n");
  for (const QString& link : fetched->leftOut)
    std::fprintf(stderr, "left out, a link that leads out of the folder: %s\n",
                 harmless(link).toUtf8().constData());
  print(fetched->folder);
  co_return 0;
}

QCoro::Task<int> removeRun(ServiceClient& client, QString text, RemoveWhat what, Ask ask) {
  RunStore store;
  auto run = store.resolve(text);
  if (!run) co_return fail(run.error());
  if (ask == Ask::onTerminal) {
    const auto meant = isMeant(*run, what);
    if (!meant) co_return fail(meant.error());
    if (!*meant) {
      std::fprintf(stderr, "nothing was removed\n");
      co_return 0;
    }
  }
  if (auto removed = co_await client.remove(run->run, what); !removed)
    co_return fail(removed.error());
  print((what == RemoveWhat::all     ? QStringLiteral("%1 is removed")
         : what == RemoveWhat::entry ? QStringLiteral("%1 is forgotten here")
                                     : QStringLiteral("the checkpoints of %1 are removed"))
            .arg(run->run));
  co_return 0;
}

int showMetrics(const QString& text, Format format) {
  RunStore store;
  auto run = store.resolve(text);
  if (!run) return fail(run.error());
  auto metrics = store.metrics(run->run);
  if (!metrics) return fail(metrics.error());
  if (auto tasks = store.tasksOf(run->run); metrics->isEmpty() && tasks && !tasks->isEmpty())
    return fail(make_error("metrics.of_array", {{"run", run->run.left(8).toStdString()}}));
  QJsonArray list;
  if (format == Format::csv)
    print(QStringLiteral("metric,attempt,sequence,step,tokens,epoch,time,value"));
  for (const MetricSummary& metric : *metrics) {
    if (format == Format::text) {
      print(QStringLiteral("%1  %2 points  last %3  least %4  greatest %5")
                .arg(harmless(metric.name).leftJustified(26))
                .arg(metric.points, 6)
                .arg(numberText(metric.last.value), numberText(metric.minimum),
                     numberText(metric.maximum)));
      continue;
    }
    auto series = store.series(run->run, metric.name);
    if (!series) return fail(series.error());
    for (const MetricPoint& point : *series) {
      if (format == Format::json)
        list.append(toJson(metric.name, point));
      else
        print(QStringList{csvText(metric.name), QString::number(point.attempt),
                          QString::number(point.sequence),
                          point.step ? QString::number(*point.step) : QString(),
                          point.tokens ? QString::number(*point.tokens) : QString(),
                          point.epoch ? exact(*point.epoch) : QString(),
                          QString::number(point.time, 'f', 3), exact(point.value)}
                  .join(QLatin1Char(',')));
    }
  }
  if (format == Format::json) printJson(list);
  return 0;
}

}  // namespace trainyard
