// SPDX-License-Identifier: GPL-3.0-or-later
// Exports a run for Weights & Biases: an offline run folder, which `wandb sync` uploads.
#pragma once

#include <QString>

#include "remote/export/exported_curves.h"
#include "remote/store/run_store.h"

namespace trainyard {

// Writes folder/offline-run-<date>_<time>-<UUID>/run-<UUID>.wandb (engine/trackers/wandb_log.h):
// the run with its name, note, tags and settings, a row of history for each step with the values of
// all metrics that have one there, the last values, and how it ended if it has. A point without a
// step has its number in the curve. `project`: in W&B; empty: as `wandb sync` is told. When called
// again, it writes the file again, and `wandb sync` uploads it again if there is more. Errors:
// "export.no_metrics"; those of the store and of writing files.
Result<ExportedCurves> exportToWandb(RunStore& store, const RunRecord& run, const QString& folder,
                                     const QString& project);

}  // namespace trainyard
