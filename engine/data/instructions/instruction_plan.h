// SPDX-License-Identifier: GPL-3.0-or-later
// Which instruction records are prepared, and the order in which their files are read.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/instructions/mix_document.h"
#include "engine/data/instructions/prepare_instructions.h"
#include "engine/data/instructions/record_stager.h"

namespace trainyard {

// Files whose records are read in sequence with one format.
struct DataSet {
  std::vector<std::filesystem::path> files;
  const Formatter* formatter = nullptr;
};

// What is prepared: without a mixture one data set for training and possibly one for validation.
struct InstructionPlan {
  std::optional<Mix> mix;
  std::vector<DataSet> train, validation;    // for a mixture: one per entry, possibly without files
  std::vector<DataSet> test, temporal_test;  // not with a mixture

  // All files, for checksums and the cache.
  TextSources files(const TextSources& settings) const {
    TextSources all;
    all.validation_split_ratio = settings.validation_split_ratio;
    all.max_records = settings.max_records;
    for (const Split split : all_splits)
      for (const DataSet& set : member_of(*this, split)) {
        std::vector<std::filesystem::path>& files = member_of(all, split);
        files.insert(files.end(), set.files.begin(), set.files.end());
      }
    return all;
  }
};

// Errors: an invalid mixture, an unknown format.
Result<InstructionPlan> plan_of(const InstructionDataSettings& settings);

// The split of the mixture that is used for evaluation, if it has one.
std::optional<std::string> validation_split_of(const Mix& mix);

// The bytes of all sets, and those read so far.
struct Walked {
  double total = 0, before = 0;
};

// Errors: those of TextFile::open.
Result<Walked> bytes_of(const std::vector<DataSet>& sets);

// Calls `take` for each record of a set of files, reading the first `most` bytes of each file and
// at most `max_records` records.
Result<void> walk_set(const DataSet& set, Walked& walked,
                      const std::function<Result<void>(GivenRecord&&)>& take,
                      const PrepareProgress& progress, std::uint64_t most = UINT64_MAX,
                      std::optional<std::int64_t> max_records = {});

}  // namespace trainyard
