// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of prepared data: tokens of each split and, of labelled texts, where each row ends and
// its labels, in columns (column_file.h); the tokenizer that made them; and prepared.json, which
// says what is in it. It is what `engine prepare` writes, what `data.kind: prepared` reads, and
// what the cache holds. Folders of formats 1 (blocks) and 2 (rows) are read too: their columns have
// one checksum for the whole file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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
  PreparedFile tokens;  // not there: there is no such split
  // Of all kinds but blocks (row_dataset.h says what the files hold).
  std::int64_t num_rows = 0;
  std::int64_t longest_row = 0;  // in tokens; 0 in older folders
  PreparedFile row_ends;
  PreparedFile token_types;       // not there when all are 0
  PreparedFile labels;            // not there for sequences
  PreparedFile targets;           // of sequences; not there when every token is learned
  std::int64_t num_packs = 0;     // of sequences: several rows each; 0: each row by itself
  std::int64_t longest_pack = 0;  // in tokens
  PreparedFile pack_ends;
  // What a person should know (train/data_notes.h); nothing is said of folders that do not have it.
  std::int64_t num_cut = 0;           // records longer than a row, whose end is left out
  std::int64_t num_unlearned = 0;     // rows without a token or word that is learned
  std::int64_t num_begins_twice = 0;  // texts that begin with the token that is put before them
  std::int64_t num_without_end = 0;   // of instructions: no token that ends a text is learned
  bool has_one_label = false;         // all rows, or all of their words, have the same

  bool exists() const { return tokens.exists(); }
  // What tells its content from any other: of rows that of all files.
  std::string digest() const;
};

struct PreparedData {
  std::filesystem::path folder;
  SpecialTokens tokens;  // folders of older versions know of the end of text only
  int bytes_per_token = 2;
  RowKind rows = RowKind::blocks;
  // Names by class index; empty for blocks and regression.
  std::vector<std::string> labels;
  std::int64_t num_token_types = 1;  // one above the highest
  // Of instructions: training records whose prompt alone does not begin the whole in tokens.
  std::int64_t num_prompts_apart = 0;
  bool is_streamed = false;  // there is no `train`: it is read while training
  PreparedSplit train;
  PreparedSplit validation;
  PreparedSplit test;
  PreparedSplit temporal_test;
  std::vector<PreparedFile> tokenizer_files;  // folders of older versions name none
  std::vector<PreparedSource> sources;

  PreparedSplit& operator[](Split split);
  const PreparedSplit& operator[](Split split) const;

  // Of RowKind::blocks only.
  Result<BlockDataset> open_split(const PreparedSplit& split, std::int64_t sequence_length) const;
  // Of every other kind. Errors: those of RowDataset::open.
  Result<RowDataset> open_rows(const PreparedSplit& split) const;
};

inline constexpr const char* prepared_file_name = "prepared.json";

// Writes prepared.json, the last file of the folder.
Result<void> write_prepared(const PreparedData& data);

// The code of what is wrong with the data itself; everything else may be well the next time.
inline constexpr const char* prepared_damaged = "data.prepared_damaged";

// Errors: not there (exit code 2); `prepared_damaged` (exit code 2): no prepared.json or a damaged
// one, a file whose size differs, a tokenizer with another checksum; a file that could not be read
// (exit code 3). Columns of up to 256 MiB are checked whole; the blocks of larger ones
// as they are read, those of older folders never.
Result<PreparedData> read_prepared(const std::filesystem::path& folder);

}  // namespace trainyard
