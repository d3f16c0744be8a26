// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of prepared data: tokens of each split and, for labelled texts, the end and labels of
// each row, in columns (column_file.h); the tokenizer that made them; and prepared.json, which
// describes the content. It is written by `engine prepare`, read by `data.kind: prepared`, and
// stored in the cache. Folders of formats 1 (blocks) and 2 (rows) can also be read: their columns
// have one checksum for the whole file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/describe/record.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/result.h"
#include "engine/data/row_dataset.h"
#include "engine/data/special_tokens.h"
#include "engine/data/split_name.h"
#include "engine/data/token_file.h"

namespace trainyard {

struct PreparedSource {
  std::string path;
  std::int64_t bytes = 0;
  std::string xxh3_64;
};

struct PreparedSplit {
  std::int64_t num_tokens = 0;
  PreparedFile tokens;  // absent: there is no such split
  // For all kinds except blocks (row_dataset.h describes the files).
  std::int64_t num_rows = 0;
  std::int64_t longest_row = 0;  // in tokens; 0 in older folders
  PreparedFile row_ends;
  PreparedFile token_types;       // absent if all are 0
  PreparedFile labels;            // absent for sequences
  PreparedFile targets;           // for sequences; absent if every token is learned
  std::int64_t num_packs = 0;     // for sequences: several rows each; 0: not packed
  std::int64_t longest_pack = 0;  // in tokens
  PreparedFile pack_ends;
  // For warnings (train/data_notes.h); older folders do not record these.
  std::int64_t num_cut = 0;           // records longer than a row, which were truncated
  std::int64_t num_unlearned = 0;     // rows without a token or word that is learned
  std::int64_t num_begins_twice = 0;  // texts that start with the token that is prepended to them
  std::int64_t num_without_end = 0;   // for instructions: no end token is learned
  bool has_one_label = false;         // all rows, or all of their words, have the same label

  bool exists() const { return tokens.exists(); }
  // Identifies its content: for rows, that of all files.
  std::string digest() const;
};

struct PreparedData {
  std::filesystem::path folder;
  SpecialTokens tokens;  // older folders only record the end of text
  int bytes_per_token = 2;
  RowKind rows = RowKind::blocks;
  // Names by class index; empty for blocks and regression.
  std::vector<std::string> labels;
  std::int64_t num_token_types = 1;  // one above the highest
  // For instructions: training records whose prompt's own tokens are not a prefix of the whole.
  std::int64_t num_prompts_apart = 0;
  bool is_streamed = false;  // there is no `train`, it is streamed while training
  PreparedSplit train;
  PreparedSplit validation;
  PreparedSplit test;
  PreparedSplit temporal_test;
  ByName<FileDigest> tokenizer_files;  // folders of older versions name none
  std::vector<PreparedSource> sources;

  PreparedSplit& operator[](Split split);
  const PreparedSplit& operator[](Split split) const;

  // Only for RowKind::blocks.
  Result<BlockDataset> open_split(const PreparedSplit& split, std::int64_t sequence_length) const;
  // For every other kind. Errors: those of RowDataset::open.
  Result<RowDataset> open_rows(const PreparedSplit& split) const;
};

void describe(Section<PreparedSource>& section);
void describe(Section<PreparedSplit>& section);
void describe(Section<PreparedData>& section);

inline constexpr const char* prepared_file_name = "prepared.json";

// Writes prepared.json, which must be the last file of the folder.
Result<void> write_prepared(const PreparedData& data);

// The error code for damaged data; after any other error, a retry may succeed.
inline constexpr const char* prepared_damaged = "data.prepared_damaged";

// Errors: missing (exit code 2); `prepared_damaged` (exit code 2): no prepared.json or an invalid
// one, a file of a different size, a tokenizer with a different checksum; read errors (exit code
// 3). Columns of up to 256 MiB are verified completely; the blocks of larger ones when they are
// read, those of older folders never.
Result<PreparedData> read_prepared(const std::filesystem::path& folder);

}  // namespace trainyard
