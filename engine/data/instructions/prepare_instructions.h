// SPDX-License-Identifier: GPL-3.0-or-later
// From records of instructions to prepared data: formatted, told by the chat template, encoded with
// what of them is learned, mixed and packed.
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
  TextSources sources;                             // without a mixture
  DataSection data;                                // its sequence_length: of a row or pack at most
  InstructionsSection instructions;                // its paths are those of this machine
  std::optional<std::filesystem::path> tokenizer;  // file or folder; none is an error
  int num_threads = 1;
};

// Everything that is wrong with settings and sources (the first records of each file, so that it
// takes seconds), without preparing anything.
std::vector<Error> check_instruction_sources(const InstructionDataSettings& settings);

// As prepare_text. Rows are of RowKind::sequences. A mixture's validation records are those of its
// split "validation" or "test", else the first of what is mixed; a mixture has no tests. Errors
// name file and line (exit code 2). Memory: 20 bytes a record.
Result<PreparedData> prepare_instructions(const InstructionDataSettings& settings,
                                          const std::filesystem::path& folder,
                                          const PrepareProgress& progress);

// What the result depends on: source_key() of all files and all fields of `data` and
// `instructions` that change numbers, but those that nothing of it is made by.
Result<Map> instruction_key(const InstructionDataSettings& settings,
                            const PrepareProgress& progress);
FieldNames fields_without_use(const InstructionDataSettings& settings);

}  // namespace trainyard
