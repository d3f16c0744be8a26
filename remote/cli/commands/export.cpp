// SPDX-License-Identifier: GPL-3.0-or-later
// `yard export`: curves of runs, of an array's tasks or a study's runs.
#include <functional>
#include <memory>

#include <QSet>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
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
    print(u"%1 values of %2 metrics in %3"_s.arg(countText(done->values), countText(done->metrics),
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
  print(u"%1 values of %2 curves of %3 runs in %4"_s.arg(
      countText(values), countText(curves), countText(runs.size()), sanitizedForTerminal(path)));
  return {};
}

struct ExportCommand {
  QStringList names;
  QString tensorboard, wandb, project, csv, parquet;

  void describe(CLI::App& command) {
    addOption(command, "RUN", names,
              "Start of a run's UUID or of a study's, its folder's name, a name that no other run "
              "has, or last; several for a table of all")
        ->required();
    addOption(command, "--tensorboard", tensorboard,
              "Folder for TensorBoard's --logdir, with one below it for each run; run it again to "
              "add what is new");
    CLI::Option* offline =
        addOption(command, "--wandb", wandb,
                  "Folder for an offline run of Weights & Biases, which wandb sync uploads");
    addOption(command, "--project", project, "The project in Weights & Biases")->needs(offline);
    addOption(command, "--csv", csv,
              "File with all points of all these runs as a table: run, name, metric, step, epoch, "
              "time, value");
    addOption(command, "--parquet", parquet, "The same table as a Parquet file");
  }
  void check() {
    for (QString* place : {&tensorboard, &wandb, &csv, &parquet}) *place = absolute(*place);
    if (tensorboard.isEmpty() && wandb.isEmpty() && csv.isEmpty() && parquet.isEmpty())
      throw CLI::RequiredError("--tensorboard, --wandb, --csv or --parquet");
  }
  Result<int> run() {
    RunStore store;
    TRY(const auto runs, runsNamed(store, names));
    if (!tensorboard.isEmpty()) {
      TRY(exportAll(runs, [&](const RunRecord& run) {
        return exportToTensorBoard(store, run, tensorboard);
      }));
    }
    if (!wandb.isEmpty()) {
      TRY(exportAll(
          runs, [&](const RunRecord& run) { return exportToWandb(store, run, wandb, project); }));
    }
    if (!csv.isEmpty()) {
      TRY(exportTable(store, runs, csv, csvTable));
    }
    if (!parquet.isEmpty()) {
      TRY(exportTable(store, runs, parquet, parquetTable));
    }
    return 0;
  }
};

}  // namespace

extern const Command exportCommand{"export", "Write curves of runs for other tools",
                                   addCommand<ExportCommand>};

}  // namespace trainyard
