// SPDX-License-Identifier: GPL-3.0-or-later
// What the trainers of vocabularies share: entries that grow by the most frequent pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/text/merge_counts.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// Entries with ids from 0 on, in the order in which they come.
struct GrowingVocabulary {
  TokenIds ids;
  std::vector<std::string> entries;  // by id

  // The id of an entry, made when it is not there.
  std::uint32_t add(const std::string& token);
};

// How often each word was seen.
using WordCounts = std::unordered_map<std::string, std::uint64_t, StringHash, std::equal_to<>>;
void count_word(WordCounts& words, std::string_view word);

// Called now and then with merges done and wanted; false stops the training.
using TrainerProgress = std::function<bool(std::size_t done, std::size_t total)>;

// Merges the pair that is seen most often, until there are `vocab_size` entries or no pair is seen
// at least `min_frequency` times. `make_entry` returns the id of what a pair becomes. When stopped:
// an error with code "text.stopped" and exit code 75.
Result<void> learn_merges(
    MergeCounts& counts, const GrowingVocabulary& vocabulary, std::size_t vocab_size,
    std::uint64_t min_frequency, const TrainerProgress& progress,
    const std::function<std::uint32_t(const MergeCounts::Pair& pair)>& make_entry);

// Errors: a size outside `fewest` to max_token_id; special tokens that are equal or empty.
Result<void> check_trainer_options(std::size_t vocab_size, std::size_t fewest,
                                   std::vector<std::string> special_tokens);

}  // namespace trainyard
