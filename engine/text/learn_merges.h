// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the vocabulary trainers: entries that grow by merging the most frequent pairs.
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

// Entries with ids from 0, in insertion order.
struct GrowingVocabulary {
  TokenIds ids;
  std::vector<std::string> entries;  // by id

  // Returns the id of an entry, creating it if necessary.
  std::uint32_t add(const std::string& token);
};

// How often each word was seen.
using WordCounts = std::unordered_map<std::string, std::uint64_t, StringHash, std::equal_to<>>;
void count_word(WordCounts& words, std::string_view word);

// Called regularly with the merges done and in total; false stops the training.
using TrainerProgress = std::function<bool(std::size_t done, std::size_t total)>;

// Repeatedly merges the most frequent pair, until there are `vocab_size` entries or no pair occurs
// at least `min_frequency` times. `make_entry` returns the id for a merged pair. If stopped, an
// error with code "text.stopped" and exit code 75.
Result<void> learn_merges(
    MergeCounts& counts, const GrowingVocabulary& vocabulary, std::size_t vocab_size,
    std::uint64_t min_frequency, const TrainerProgress& progress,
    const std::function<std::uint32_t(const MergeCounts::Pair& pair)>& make_entry);

// Errors: a size outside `fewest` to max_token_id; duplicate or empty special tokens.
Result<void> check_trainer_options(std::size_t vocab_size, std::size_t fewest,
                                   std::vector<std::string> special_tokens);

}  // namespace trainyard
