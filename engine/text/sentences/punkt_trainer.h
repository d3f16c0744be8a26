// SPDX-License-Identifier: GPL-3.0-or-later
// Learns PunktParameters from plain text, unsupervised (Kiss and Strunk, 2006, see
// punkt_parameters.h), with the same result as nltk 3.10.4's PunktTrainer on the same texts in the
// same order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/text/sentences/punkt_parameters.h"
#include "engine/text/sentences/punkt_token.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// nltk's defaults; its names are given at each.
struct PunktTrainerOptions {
  // ABBREV: the minimum score of an abbreviation.
  double abbreviation = 0.3;
  // IGNORE_ABBREV_PENALTY: words that also occur without their full stop get no penalty.
  bool ignores_abbreviation_penalty = false;
  // ABBREV_BACKOFF: a type rarer than this may be an abbreviation based only on what follows it.
  std::int64_t rare_below = 5;
  // COLLOCATION, SENT_STARTER: the minimum likelihood ratios.
  double collocation = 7.88;
  double sentence_starter = 30;
  // INCLUDE_ALL_COLLOCS, INCLUDE_ABBREV_COLLOCS: pairs after any word with a full stop, or after
  // abbreviations, not only after numbers and initials.
  bool all_collocations = false;
  bool abbreviation_collocations = false;
  // MIN_COLLOC_FREQ: a pair must occur more often than this.
  std::int64_t collocation_seen_above = 1;
};

class PunktTrainer {
 public:
  explicit PunktTrainer(PunktTrainerOptions options = {}) : options_(options) {}
  PunktTrainer(PunktTrainer&&) = default;
  PunktTrainer& operator=(PunktTrainer&&) = default;

  // Learns from one text of valid UTF-8, which is read twice and not kept: memory grows with the
  // number of distinct words, and of pairs of them around a full stop. Abbreviations known so far
  // affect what is learned from the next text, so many small texts give worse results than a single
  // text of all of them; equal to nltk's train(text, finalize=False).
  void add(std::string_view text);

  // What has been learned so far; nltk's get_params().
  PunktParameters parameters() const;

 private:
  static constexpr std::uint32_t no_type = 0xFFFFFFFF;
  // What is known about a string that is a type, or one without its full stop.
  struct Type {
    std::string_view text;              // the key in ids_
    std::int64_t count = 0;             // as a type
    std::int64_t count_as_starter = 0;  // at the start of a sentence
    std::uint32_t context = 0;          // PunktContext
    std::uint32_t without_period = no_type;
    std::uint64_t last_text = 0;  // the number of the last text that contains it
    bool has_letter = false;
    bool is_abbreviation = false;
  };

  struct Place {
    PunktToken token;
    std::uint32_t type = no_type;
  };
  std::uint32_t id_of(std::string_view text);
  std::uint32_t id_in_sentence(const Place& place);
  std::uint32_t id_without_period(std::uint32_t type);
  const Type* find(std::string_view text) const;
  std::int64_t count_of(std::string_view text) const;

  void count_types(std::string_view text, std::vector<std::uint32_t>& seen);
  void classify_abbreviation(std::uint32_t type);
  void look_at_words(std::string_view text);
  void look_at_pair(const Place& first, const Place& next);
  void add_rare_abbreviations();
  bool is_rare_abbreviation(std::uint32_t type, std::uint32_t next) const;
  void find_sentence_starters(PunktParameters& out) const;
  void find_collocations(PunktParameters& out) const;

  PunktTrainerOptions options_;
  std::vector<Type> types_;
  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> ids_;
  std::unordered_map<std::uint64_t, std::int64_t> pairs_;  // two ids -> how often
  std::unordered_set<std::uint64_t> rare_;  // of one text: a type, and the one after it or none
  std::uint64_t num_texts_ = 0;
  std::int64_t num_words_ = 0, num_period_words_ = 0, num_ends_ = 0;
};

}  // namespace trainyard
