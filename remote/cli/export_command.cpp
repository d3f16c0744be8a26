// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>
#include <memory>

#include <QSet>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/export/point_table.h"
#include "remote/export/tensorboard.h"
#include "remote/export/wandb.h"
#include "remote/store/named_runs.h"

namespace trainyard {
namespace {

using ExportOne = std::function<Result<ExportedCurves>(const RunRecord& run)>;

Result<void> exportAll(const QList<RunRecord>& runs, const ExportOne& exportOne) {
  qsizetype empty = 0;
  for (const RunRecord& one : runs) {
    const auto done = exportOne(one);
    // Runs without metrics yet do not prevent exporting the others.
    if (!done && done.error().code == "export.no_metrics" && ++empty < runs.size()) continue;
    if (!done) return done.error();
    print(QStringLiteral("%1 values of %2 metrics in %3")
              .arg(countText(done->values), countText(done->metrics),
                   sanitizedForTerminal(done->file)));
  }
  return {};
}

// Each run once, however often it is named.
Result<QList<RunRecord>> runsNamed(RunStore& store, const QStringList& texts) {
  QList<RunRecord> runs;
  QSet<QString> known;
  for (const QString& text : texts) {
    TRY(const auto named, namedRuns(store, text));
    for (const RunRecord& run : named.runs) {
      TRY(const auto tasks, store.tasksOf(run.run));
      for (const RunRecord& one : tasks.isEmpty() ? QList<RunRecord>{run} : tasks) {
        if (known.contains(one.run)) continue;
        known << one.run;
        runs << one;
      }
    }
  }
  return runs;
}

using OpenTable = Result<std::unique_ptr<PointTable>> (*)(const QString& path);

Result<void> exportTable(RunStore& store, const QList<RunRecord>& runs, const QString& path,
                         OpenTable openTable) {
  TRY(const auto table, openTable(path));
  qint64 values = 0, curves = 0;
  for (const RunRecord& run : runs) {
    TRY(const auto metrics, store.metrics(run.run));
    for (const MetricSummary& metric : metrics) {
      ++curves;
      TRY(store.curves().eachPoint(run.run, metric.name, RunCurves::Superseded::hide,
                                   [&](const QString& name, const MetricPoint& point) {
                                     ++values;
                                     return table->add(run, name, point);
                                   }));
    }
  }
  if (values == 0)
    return make_error("export.no_metrics", {{"run", runs.first().run.left(8).toStdString()}});
  TRY(table->finish());
  print(QStringLiteral("%1 values of %2 curves of %3 runs in %4")
            .arg(countText(values), countText(curves), countText(runs.size()),
                 sanitizedForTerminal(path)));
  return {};
}

Result<void> exportTo(const QStringList& texts, const ExportPlaces& places) {
  RunStore store;
  TRY(const auto runs, runsNamed(store, texts));
  if (!places.tensorboard.isEmpty()) {
    TRY(exportAll(runs, [&](const RunRecord& run) {
      return exportToTensorBoard(store, run, places.tensorboard);
    }));
  }
  if (!places.wandb.isEmpty()) {
    TRY(exportAll(runs, [&](const RunRecord& run) {
      return exportToWandb(store, run, places.wandb, places.project);
    }));
  }
  if (!places.csv.isEmpty()) {
    TRY(exportTable(store, runs, places.csv, csvTable));
  }
  return places.parquet.isEmpty() ? Result<void>()
                                  : exportTable(store, runs, places.parquet, parquetTable);
}

}  // namespace

int exportRuns(const QStringList& runs, const ExportPlaces& places) {
  const auto done = exportTo(runs, places);
  return done ? 0 : fail(done.error());
}

}  // namespace trainyard
