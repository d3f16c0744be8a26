// SPDX-License-Identifier: GPL-3.0-or-later
// Exports a run's curves for TensorBoard: an event file in a folder for each run.
#pragma once

#include <string>
#include <string_view>

#include <QString>

#include "remote/store/run_store.h"

namespace trainyard {

// CRC with Castagnoli's polynomial, reflected (RFC 3720, B.4).
std::uint32_t crc32c(std::string_view bytes);

// A TFRecord: the length in 8 bytes, its masked checksum, the content, its masked checksum
// (tensorflow/core/lib/io/record_writer.h). All numbers are little endian.
std::string tensorboardRecord(std::string_view content);

struct ExportedCurves {
  QString file;
  qint64 metrics = 0, values = 0;
};

// Writes folder/<name>-<8 of UUID>/events.out.tfevents.<number>.trainyard.<n>: a value for each
// point that is not superseded, under the metric's name, with its step (or its index in the curve
// if it has none) and time, in fp32 like TensorBoard; and two texts, a summary of the run and its
// resolved.yaml if its folder is on this computer. When called again, it appends; if the existing
// file is no longer a prefix, after a resume from an earlier step, it writes a new one and removes
// the old. Errors: "export.no_metrics"; those of the store and of writing files.
Result<ExportedCurves> exportToTensorBoard(RunStore& store, const RunRecord& run,
                                           const QString& folder);

}  // namespace trainyard
