// SPDX-License-Identifier: GPL-3.0-or-later
// From token timelines in Parquet files to prepared data: windows to model language with, or rows
// with an outcome to classify.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/data.h"
#include "engine/contract/experiment/timelines.h"
#include "engine/contract/result.h"
#include "engine/data/described_key.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"
#include "engine/data/timelines/timeline_stream.h"

namespace trainyard {

struct TimelineDataSettings {
  TextSources sources;
  DataSection data;            // its sequence_length: of windows
  TimelinesSection timelines;  // its vocabulary: vocab.gzip, or .json; none is an error
  bool classifies = false;
  // False: each row is one to be predicted, whole, and outcomes are not read.
  bool is_training = true;
  std::uint64_t seed = 42;
};

// Everything that is wrong with the settings and the files, whose columns and first rows are looked
// at.
std::vector<Error> check_timeline_sources(const TimelineDataSettings& settings);

// As prepare_text. Windows are RowKind::blocks: training's of `repeats` passes in random order,
// validation's and those of tests of one in the order of the files; not packed they are
// RowKind::sequences. Rows are RowKind::single_label with the padding on their left; training's are
// a share drawn with the seed. To be predicted are RowKind::unlabelled rows, or sequences without
// their padding. Errors name file, column and row (exit code 2).
Result<PreparedData> prepare_timelines(const TimelineDataSettings& settings,
                                       const std::filesystem::path& folder,
                                       const PrepareProgress& progress);

// Training's windows or rows as a source that reads them while training; of `stream` the packing is
// filled in. Errors: those of TimelineStream::open.
Result<std::unique_ptr<TimelineStream>> stream_timelines(const TimelineDataSettings& settings,
                                                         const SpecialTokens& tokens,
                                                         StreamSettings stream);

// Whether training's are streamed: then they are not prepared.
bool is_streamed(const TimelineDataSettings& settings);

// What the result depends on: source_key() and all fields of `data` and `timelines` that change
// numbers, but those that nothing of it is made by.
Result<Map> timeline_key(const TimelineDataSettings& settings, const PrepareProgress& progress);
FieldNames fields_without_use(const TimelineDataSettings& settings);

}  // namespace trainyard
