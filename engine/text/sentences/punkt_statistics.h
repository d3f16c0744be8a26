// SPDX-License-Identifier: GPL-3.0-or-later
// The likelihood ratios used in Punkt's training, computed with nltk's arithmetic in the same
// order, so that rounding does not change a decision. Counts are below 2^53.
#pragma once

#include <cstdint>
#include <string_view>

namespace trainyard {

// Counts of two events a and b among `total`.
struct PairCounts {
  std::int64_t first = 0;   // of a
  std::int64_t second = 0;  // of b
  std::int64_t both = 0;
  std::int64_t total = 0;
};

// Whether a and b are associated (Dunning, 1993; Kiss and Strunk, section 3.1: with the probability
// 0.99 that the second follows).
double abbreviation_likelihood(const PairCounts& counts);
// The same in Dunning's original form (sections 3.2 and 3.3).
double collocation_likelihood(const PairCounts& counts);

// How likely a type, without its full stop, is an abbreviation: its likelihood, weighted by its
// length, its inner full stops and how often it occurs without the final one (section 3.1).
double abbreviation_score(std::string_view type, std::int64_t with_period,
                          std::int64_t without_period, std::int64_t num_period_words,
                          std::int64_t num_words, bool ignores_penalty);

}  // namespace trainyard
