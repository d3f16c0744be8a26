// SPDX-License-Identifier: GPL-3.0-or-later
// From token timelines in Parquet files to prepared data: windows for language modelling, or rows
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
  DataSection data;            // its sequence_length is that of windows
  TimelinesSection timelines;  // its vocabulary (vocab.gzip or .json) is required
  bool classifies = false;
  // False: every complete row is to be predicted, and outcomes are not read.
  bool is_training = true;
  std::uint64_t seed = 42;
};

// Returns everything that is wrong with the settings and the files, of which columns and first rows
// are read.
std::vector<Error> check_timeline_sources(const TimelineDataSettings& settings);

// Like prepare_text. Windows are RowKind::blocks: for training from `repeats` passes in random
// order, for validation and tests from one pass in file order; if not packed they are
// RowKind::sequences. Rows are RowKind::single_label with padding on the left; for training a share
// of them drawn with the seed. Rows to be predicted are RowKind::unlabelled, or sequences without
// their padding. Errors name file, column and row (exit code 2).
Result<PreparedData> prepare_timelines(const TimelineDataSettings& settings,
                                       const std::filesystem::path& folder,
                                       const PrepareProgress& progress);

// Returns the training windows or rows as a source that streams them. Errors: those of
// open_timeline_stream.
Result<std::unique_ptr<RowStream>> stream_timelines(const TimelineDataSettings& settings,
                                                    const SpecialTokens& tokens,
                                                    const StreamSettings& stream);

// Whether training data is streamed and therefore not prepared.
bool is_streamed(const TimelineDataSettings& settings);

// Returns what the result depends on: source_key(), and all fields of `data` and `timelines` that
// affect results, except those that are not used here.
Result<Map> timeline_key(const TimelineDataSettings& settings, const PrepareProgress& progress);
FieldNames fields_without_use(const TimelineDataSettings& settings);

}  // namespace trainyard
