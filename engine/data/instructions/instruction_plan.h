// SPDX-License-Identifier: GPL-3.0-or-later
// Which records of instructions are prepared, in which order their files are read.
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

// Files whose records follow each other, told by one format.
struct DataSet {
  std::vector<std::filesystem::path> files;
  const Formatter* formatter = nullptr;
};

// What is prepared: without a mix one set of training's and perhaps one of validation's.
struct InstructionPlan {
  std::optional<Mix> mix;
  std::vector<DataSet> train, validation;  // of a mix: a set for each entry, perhaps without files
  std::vector<DataSet> test, temporal_test;  // never of a mix

  // All files, for checksums and the cache.
  TextSources files(const TextSources& settings) const {
    TextSources all;
    all.validation_split_ratio = settings.validation_split_ratio;
    all.most_records = settings.most_records;
    for (const Split split : all_splits)
      for (const DataSet& set : member_of(*this, split)) {
        std::vector<std::filesystem::path>& files = member_of(all, split);
        files.insert(files.end(), set.files.begin(), set.files.end());
      }
    return all;
  }
};

// Errors: a mixture that is wrong, a format that is not there.
Result<InstructionPlan> plan_of(const InstructionDataSettings& settings);

// The mix's split that is evaluated, if it has one.
std::optional<std::string> validation_split_of(const Mix& mix);

// Bytes of all sets, and of those that were walked before.
struct Walked {
  double total = 0, before = 0;
};

// Errors: those of TextFile::open.
Result<Walked> bytes_of(const std::vector<DataSet>& sets);

// Calls `take` for each record of a set of files, of the first `most` bytes of each and no more
// than `most_records`.
Result<void> walk_set(const DataSet& set, Walked& walked,
                      const std::function<Result<void>(GivenRecord&&)>& take,
                      const PrepareProgress& progress, std::uint64_t most = UINT64_MAX,
                      std::optional<std::int64_t> most_records = {});

}  // namespace trainyard
