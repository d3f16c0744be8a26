// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up timelines of which the truth is known: how many bits a token has, and how well an outcome
// can be told. For samples to try, and for tests of what training reaches.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/timelines/timeline_vocabulary.h"

namespace trainyard {

struct SyntheticSettings {
  std::int64_t num_rows = 1000;
  std::int64_t num_words = 64;               // even, at least 8, beside the special tokens
  double mean_length = 100;                  // of words a timeline, at least 1
  std::int64_t padded_length = 256;          // of the column `padded`, at least 2
  double high_risk = 0.85, low_risk = 0.15;  // chances of the outcome
  std::uint64_t seed = 42;                   // of the chain
  std::uint64_t part = 0;  // of the rows: 0 for train, 1 for val, ...: other rows, same chain
};

struct SyntheticTruth {
  // Of the column `tokens`, concatenated without PAD between: the least cross entropy.
  double bits_per_token = 0;
  // The AUC of the best predictor there can be, in the limit of many rows; of `icu_admission`
  // without the rows of `icu_admission_24h`.
  double best_auc = 0, best_auc_without_24h = 0;
};

SyntheticTruth synthetic_truth(const SyntheticSettings& settings);

// TL_START, TL_END, PAD, TRUNC, None, "nan", then the words; ids in this order.
TimelineVocabulary synthetic_vocabulary(std::int64_t num_words);
inline constexpr std::uint32_t kSyntheticStart = 0, kSyntheticEnd = 1, kSyntheticPad = 2,
                               kSyntheticTrunc = 3, kSyntheticWords = 6;

// A file with the columns of tokens_timelines_outcomes.parquet that training reads: `tokens`,
// `padded`, `seq_len`, `same_admission_death`, `icu_admission`, `icu_admission_24h` (0 or 1).
//
// A timeline is TL_START, words, TL_END. The first word has equal chances; each word is the last
// one with 1 / mean_length, else one of four that follow it with 1/2, 1/4, 1/8, 1/8. Those four are
// shifts of the word under one permutation, so all words stay equally frequent. An outcome has
// high_risk when the first word is of the first half of the words, else low_risk; a fifth of the
// icu_admission are of the first 24 hours.
//
// Errors: those of create_parquet_file and ParquetFile; "timelines.synthetic", settings that cannot
// be (exit code 2).
Result<void> write_synthetic_timelines(const std::filesystem::path& path,
                                       const SyntheticSettings& settings);

}  // namespace trainyard
