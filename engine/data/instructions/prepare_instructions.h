// SPDX-License-Identifier: GPL-3.0-or-later
// From records of instructions to prepared data: formatted, told by the chat template, encoded with
// what of them is learned, mixed and packed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/instructions.h"
#include "engine/contract/result.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"

namespace trainyard {

struct InstructionDataSettings : TextSources {
  std::optional<std::filesystem::path> tokenizer;      // file or folder; none is an error
  std::optional<std::filesystem::path> chat_template;  // else the one beside the tokenizer
  std::optional<std::filesystem::path> mixture;        // its files instead of `train`
  std::optional<std::string> formatter, eos_token;
  LossOn loss_on = LossOn::automatic;
  Packing packing = Packing::none;
  std::int64_t sequence_length = 256;  // most tokens of a row or pack
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

// The same through the cache, as prepare_text_cached.
Result<PreparedData> prepare_instructions_cached(const InstructionDataSettings& settings,
                                                 const PrepareProgress& progress);

}  // namespace trainyard
