// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/synthetic_timelines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/contract/messages.h"
#include "engine/system/splitmix64.h"
#include "engine/data/random/numpy_generator.h"
#include "engine/parquet/parquet_file.h"

namespace trainyard {

namespace {

constexpr std::array<double, 4> kFollowing{0.5, 0.25, 0.125, 0.125};
constexpr double kEarly = 0.2;  // share of icu_admission
constexpr std::int64_t kRowsOfGroup = 1024;

double bits(double chance) { return chance > 0 ? -chance * std::log2(chance) : 0; }

// The AUC of a score with two values, given the shares of rows that are in the first half and
// positive, in the first and negative, in the second and positive, in the second and negative.
double auc_of(double first_positive, double first_negative, double positive, double negative) {
  const double found = first_positive / (first_positive + positive);
  const double alarmed = first_negative / (first_negative + negative);
  return found * (1 - alarmed) + 0.5 * (found * alarmed + (1 - found) * (1 - alarmed));
}

Result<void> check_synthetic(const SyntheticSettings& settings) {
  const auto is_chance = [](double value) { return value > 0 && value < 1; };
  const bool is_possible = settings.num_rows >= 1 && settings.num_words >= 8 &&
                           settings.num_words % 2 == 0 && settings.num_words <= 1 << 24 &&
                           settings.mean_length >= 1 && settings.mean_length <= 1e5 &&
                           settings.padded_length >= 2 && settings.padded_length <= 1 << 20 &&
                           is_chance(settings.high_risk) && is_chance(settings.low_risk);
  if (!is_possible) return make_error("timelines.synthetic", {});
  return {};
}

class Chain {
 public:
  explicit Chain(const SyntheticSettings& settings)
      : settings_(settings),
        of_chain_(settings.seed),
        following_(of_chain_.permutation(settings.num_words)),
        shifts_(of_chain_.permutation(settings.num_words)),
        random_(splitmix64(settings.seed) ^ splitmix64(splitmix64(settings.part))) {
    shifts_.resize(kFollowing.size());
  }

  double uniform() { return static_cast<double>(random_.next64() >> 11) * 0x1p-53; }

  // Returns the first word.
  std::int64_t make(std::vector<std::int64_t>& timeline) {
    const auto words = static_cast<std::uint64_t>(settings_.num_words);
    const auto first = static_cast<std::int64_t>(random_.at_most(words - 1));
    timeline = {kSyntheticStart};
    for (std::int64_t word = first;; word = after(word)) {
      timeline.push_back(kSyntheticWords + word);
      if (uniform() < 1 / settings_.mean_length) break;
    }
    timeline.push_back(kSyntheticEnd);
    return first;
  }

 private:
  std::int64_t after(std::int64_t word) {
    const double drawn = uniform();
    std::size_t which = 0;
    for (double sum = kFollowing[0]; drawn >= sum && which + 1 < kFollowing.size();)
      sum += kFollowing[++which];
    return following_[static_cast<std::size_t>((word + shifts_[which]) % settings_.num_words)];
  }

  const SyntheticSettings& settings_;
  NumpyGenerator of_chain_;
  const std::vector<std::int64_t> following_;
  std::vector<std::int64_t> shifts_;
  NumpyGenerator random_;
};

// The rows of a group, by column.
struct Group {
  std::vector<std::int64_t> tokens, padded, lengths, deaths, admissions, early;
  std::vector<std::int32_t> offsets{0};

  void add(const std::vector<std::int64_t>& timeline, std::int64_t width) {
    tokens.insert(tokens.end(), timeline.begin(), timeline.end());
    offsets.push_back(static_cast<std::int32_t>(tokens.size()));
    lengths.push_back(static_cast<std::int64_t>(timeline.size()));
    const auto length = static_cast<std::int64_t>(timeline.size());
    const std::int64_t used = length <= width ? length : width - 1;
    padded.insert(padded.end(), timeline.begin(), timeline.begin() + used);
    if (length > width) padded.push_back(kSyntheticTrunc);
    if (length < width) padded.insert(padded.end(), width - length, kSyntheticPad);
  }

  Result<void> write(ParquetFile& file) const {
    return file.write(static_cast<std::int64_t>(lengths.size()), {{tokens.data(), offsets},
                                                                  {padded.data(), {}},
                                                                  {lengths.data(), {}},
                                                                  {deaths.data(), {}},
                                                                  {admissions.data(), {}},
                                                                  {early.data(), {}}});
  }
};

}  // namespace

SyntheticTruth synthetic_truth(const SyntheticSettings& settings) {
  double of_following = 0;
  for (const double chance : kFollowing) of_following += bits(chance);
  const double end = 1 / settings.mean_length;
  const double of_word = bits(end) + bits(1 - end) + (1 - end) * of_following;
  const double of_timeline =
      std::log2(static_cast<double>(settings.num_words)) + settings.mean_length * of_word;
  const double high = settings.high_risk, low = settings.low_risk, late = 1 - kEarly;
  return {of_timeline / (settings.mean_length + 2), auc_of(high, 1 - high, low, 1 - low),
          auc_of(late * high, 1 - high, late * low, 1 - low)};
}

TimelineVocabulary synthetic_vocabulary(std::int64_t num_words) {
  TimelineVocabulary vocabulary;
  vocabulary.words = {"TL_START", "TL_END", "PAD", "TRUNC", std::nullopt, "nan"};
  for (std::int64_t word = 0; word < num_words; ++word)
    vocabulary.words.emplace_back("W" + std::to_string(word));
  return vocabulary;
}

Result<void> write_synthetic_timelines(const std::filesystem::path& path,
                                       const SyntheticSettings& settings) {
  TRY(check_synthetic(settings));
  const auto column = [](const char* name) {
    return ParquetColumn{.name = name, .number = ParquetNumber::int64};
  };
  std::vector<ParquetColumn> columns{column("tokens"),        column("padded"),
                                     column("seq_len"),       column("same_admission_death"),
                                     column("icu_admission"), column("icu_admission_24h")};
  columns[0].is_list = true;
  columns[1].sizes = {settings.padded_length};
  TRY(const auto file, create_parquet_file(path, columns));
  Chain chain(settings);
  Group group;
  std::vector<std::int64_t> timeline;
  for (std::int64_t row = 0; row < settings.num_rows; ++row) {
    const bool is_high = chain.make(timeline) < settings.num_words / 2;
    const double risk = is_high ? settings.high_risk : settings.low_risk;
    group.add(timeline, settings.padded_length);
    group.deaths.push_back(chain.uniform() < risk);
    group.admissions.push_back(chain.uniform() < risk);
    group.early.push_back(chain.uniform() < kEarly && group.admissions.back() != 0);
    if (group.lengths.size() < kRowsOfGroup && row + 1 < settings.num_rows) continue;
    TRY(group.write(*file));
    group = {};
  }
  return file->finish();
}

}  // namespace trainyard
