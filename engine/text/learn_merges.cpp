// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/learn_merges.h"

#include <algorithm>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr std::size_t merges_between_reports = 64;

}  // namespace

std::uint32_t GrowingVocabulary::add(const std::string& token) {
  const auto [entry, added] = ids.emplace(token, static_cast<std::uint32_t>(entries.size()));
  if (added) entries.push_back(token);
  return entry->second;
}

void count_word(WordCounts& words, std::string_view word) {
  if (const auto known = words.find(word); known != words.end())
    ++known->second;
  else
    words.emplace(word, 1);
}

Result<void> learn_merges(
    MergeCounts& counts, const GrowingVocabulary& vocabulary, std::size_t vocab_size,
    std::uint64_t min_frequency, const TrainerProgress& progress,
    const std::function<std::uint32_t(const MergeCounts::Pair& pair)>& make_entry) {
  const std::size_t start = vocabulary.entries.size();
  const std::size_t wanted = std::max(vocab_size, start);
  for (std::size_t round = 0; vocabulary.entries.size() < wanted; ++round) {
    if (progress && round % merges_between_reports == 0 &&
        !progress(vocabulary.entries.size() - start, wanted - start)) {
      return make_error("text.stopped", {});
    }
    const auto best = counts.take_best(std::max<std::uint64_t>(min_frequency, 1));
    if (!best) break;
    counts.merge(*best, make_entry(*best));
  }
  if (progress) progress(wanted - start, wanted - start);
  return {};
}

Result<void> check_trainer_options(std::size_t vocab_size, std::size_t fewest,
                                   std::vector<std::string> special_tokens) {
  if (vocab_size < fewest || vocab_size > max_token_id) {
    return make_error("text.vocab_size", {{"vocab_size", static_cast<std::int64_t>(vocab_size)},
                                          {"fewest", static_cast<std::int64_t>(fewest)},
                                          {"most", std::int64_t{max_token_id}}});
  }
  std::sort(special_tokens.begin(), special_tokens.end());
  if (std::adjacent_find(special_tokens.begin(), special_tokens.end()) != special_tokens.end() ||
      (!special_tokens.empty() && special_tokens.front().empty())) {
    return make_error("text.special_tokens", {});
  }
  return {};
}

}  // namespace trainyard
