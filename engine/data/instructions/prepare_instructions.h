// SPDX-License-Identifier: GPL-3.0-or-later
// From instruction records to prepared data: formatted, rendered with the chat template, encoded
// with a loss mask, mixed and packed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/data.h"
#include "engine/contract/experiment/instructions.h"
#include "engine/contract/result.h"
#include "engine/data/described_key.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"

namespace trainyard {

struct InstructionDataSettings {
  TextSources sources;               // without mixture
  DataSection data;                  // its sequence_length is the maximum of a row or pack
  InstructionsSection instructions;  // its paths are resolved on this machine
  std::optional<std::filesystem::path> tokenizer;  // file or folder; required
  int num_threads = 1;
};

// Returns everything that is wrong with settings and sources (the first records of each file, so
// that it takes seconds), without preparing anything.
std::vector<Error> check_instruction_sources(const InstructionDataSettings& settings);

// Like prepare_text. Rows are of RowKind::sequences. A mixture's validation records are those of
// its split "validation" or "test", else the first of the mixture; a mixture has no test splits.
// Errors name file and line (exit code 2). Memory: 20 bytes per record.
Result<PreparedData> prepare_instructions(const InstructionDataSettings& settings,
                                          const std::filesystem::path& folder,
                                          const PrepareProgress& progress);

// Returns what the result depends on: source_key() of all files, and all fields of `data` and
// `instructions` that affect results, except those that are not used here.
Result<Map> instruction_key(const InstructionDataSettings& settings,
                            const PrepareProgress& progress);
FieldNames fields_without_use(const InstructionDataSettings& settings);

}  // namespace trainyard
