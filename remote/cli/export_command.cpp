// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>

#include "remote/cli/commands.h"
#include "remote/store/named_runs.h"
#include "remote/cli/output.h"
#include "remote/export/tensorboard.h"
#include "remote/export/wandb.h"

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

Result<void> exportTo(const QString& text, const ExportFolders& folders) {
  RunStore store;
  TRY(const auto named, namedRuns(store, text));
  QList<RunRecord> runs;
  for (const RunRecord& run : named.runs) {
    TRY(const auto tasks, store.tasksOf(run.run));
    runs += tasks.isEmpty() ? QList<RunRecord>{run} : tasks;
  }
  if (!folders.tensorboard.isEmpty()) {
    TRY(exportAll(runs, [&](const RunRecord& run) {
      return exportToTensorBoard(store, run, folders.tensorboard);
    }));
  }
  if (folders.wandb.isEmpty()) return {};
  return exportAll(runs, [&](const RunRecord& run) {
    return exportToWandb(store, run, folders.wandb, folders.project);
  });
}

}  // namespace

int exportRun(const QString& text, const ExportFolders& folders) {
  const auto done = exportTo(text, folders);
  return done ? 0 : fail(done.error());
}

}  // namespace trainyard
