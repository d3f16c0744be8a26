// SPDX-License-Identifier: GPL-3.0-or-later
// Exports a run's curves for TensorBoard: an event file in a folder for each run.
#pragma once

#include <QString>

#include "remote/export/exported_curves.h"
#include "remote/store/run_store.h"

namespace trainyard {

// Writes folder/<name>-<8 of UUID>/events.out.tfevents.<number>.trainyard.<n>: a value for each
// point that is not superseded, under the metric's name, with its step (or its index in the curve
// if it has none) and time, in fp32 like TensorBoard; and two texts, a summary of the run and its
// resolved.yaml if its folder is on this computer. When called again, it appends; if the existing
// file is no longer a prefix, after a resume from an earlier step, it writes a new one and removes
// the old. Errors: "export.no_metrics"; those of the store and of writing files.
Result<ExportedCurves> exportToTensorBoard(RunStore& store, const RunRecord& run,
                                           const QString& folder);

}  // namespace trainyard
