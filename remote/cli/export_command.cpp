// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/commands.h"
#include "remote/store/named_runs.h"
#include "remote/cli/output.h"
#include "remote/export/tensorboard.h"

namespace trainyard {
namespace {

Result<void> exportAll(const QString& text, const QString& folder) {
  RunStore store;
  TRY(const auto named, namedRuns(store, text));
  QList<RunRecord> runs;
  for (const RunRecord& run : named.runs) {
    TRY(const auto tasks, store.tasksOf(run.run));
    runs += tasks.isEmpty() ? QList<RunRecord>{run} : tasks;
  }
  qsizetype empty = 0;
  for (const RunRecord& one : runs) {
    const auto done = exportToTensorBoard(store, one, folder);
    // Runs without metrics yet do not prevent exporting the others.
    if (!done && done.error().code == "export.no_metrics" && ++empty < runs.size()) continue;
    if (!done) return done.error();
    print(QStringLiteral("%1 values of %2 metrics in %3")
              .arg(countText(done->values), countText(done->metrics),
                   sanitizedForTerminal(done->file)));
  }
  return {};
}

}  // namespace

int exportRun(const QString& text, const QString& folder) {
  const auto done = exportAll(text, folder);
  return done ? 0 : fail(done.error());
}

}  // namespace trainyard
