// SPDX-License-Identifier: GPL-3.0-or-later
// A run's curves as TensorBoard reads them: a file of events in a folder for each run.
#pragma once

#include <string>
#include <string_view>

#include <QString>

#include "remote/store/run_store.h"

namespace trainyard {

// The remainder by Castagnoli's polynomial, reflected (RFC 3720, B.4).
std::uint32_t crc32c(std::string_view bytes);

// A record of TensorFlow's files: the length in 8 bytes, its masked checksum, the content, its
// masked checksum (tensorflow/core/lib/io/record_writer.h). The least byte is always first.
std::string tensorboardRecord(std::string_view content);

struct ExportedCurves {
  QString file;
  qint64 metrics = 0, values = 0;
};

// Writes folder/<name>-<8 of UUID>/events.out.tfevents.<number>.trainyard.<n>: a value for each
// point that counts, under the metric's name, with its step (where it has none: its number in the
// curve, from 0) and time, in fp32 as TensorBoard has it; and two texts, what the run is and its
// resolved.yaml, if its folder is on this computer. Called again it writes behind what is there;
// where that no longer begins the file, after a resume that took steps back, it writes a new one
// and removes the old. Errors: "export.no_metrics"; those of the store and of writing files.
Result<ExportedCurves> exportToTensorBoard(RunStore& store, const RunRecord& run,
                                           const QString& folder);

}  // namespace trainyard
