// SPDX-License-Identifier: GPL-3.0-or-later
// Synthetic timelines with known properties: the entropy per token in bits, and how well an outcome
// can be predicted. For samples to try, and for tests of what training achieves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/timelines/timeline_vocabulary.h"

namespace trainyard {

struct SyntheticSettings {
  std::int64_t num_rows = 1000;
  std::int64_t num_words = 64;               // even, at least 8, not counting special tokens
  double mean_length = 100;                  // of words per timeline, at least 1
  std::int64_t padded_length = 256;          // of the column `padded`, at least 2
  double high_risk = 0.85, low_risk = 0.15;  // probabilities of the outcome
  std::uint64_t seed = 42;                   // of the Markov chain
  std::uint64_t part = 0;  // of the rows: 0 for train, 1 for val, ...: different rows, same chain
};

struct SyntheticTruth {
  // For the column `tokens`, concatenated without PAD in between: the lowest possible cross
  // entropy.
  double bits_per_token = 0;
  // The AUC of the best possible predictor, in the limit of many rows; for `icu_admission` without
  // the rows of `icu_admission_24h`.
  double best_auc = 0, best_auc_without_24h = 0;
};

SyntheticTruth synthetic_truth(const SyntheticSettings& settings);

// TL_START, TL_END, PAD, TRUNC, None, "nan", then the words, with ids in this order.
TimelineVocabulary synthetic_vocabulary(std::int64_t num_words);
inline constexpr std::uint32_t kSyntheticStart = 0, kSyntheticEnd = 1, kSyntheticPad = 2,
                               kSyntheticTrunc = 3, kSyntheticWords = 6;

// Writes a file with the columns of tokens_timelines_outcomes.parquet that training reads:
// `tokens`, `padded`, `seq_len`, `same_admission_death`, `icu_admission`, `icu_admission_24h` (0 or
// 1).
//
// A timeline is TL_START, words, TL_END. The first word is uniform; each word is the last one with
// probability 1 / mean_length, else it is followed by one of four words with 1/2, 1/4, 1/8, 1/8.
// These four are shifts of the word under one permutation, so all words are equally frequent. An
// outcome has high_risk if the first word is in the first half of the words, else low_risk; a fifth
// of the icu_admission are within the first 24 hours.
//
// Errors: those of create_parquet_file and ParquetFile; "timelines.synthetic" for invalid settings
// (exit code 2).
Result<void> write_synthetic_timelines(const std::filesystem::path& path,
                                       const SyntheticSettings& settings);

}  // namespace trainyard
