// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/streams/buffer_shuffle.h"

#include <utility>

namespace trainyard {

namespace {

// shift_rngs in the library.
NumpyGenerator generator_of(std::uint64_t seed, std::uint64_t epoch) {
  NumpyGenerator generator(seed);
  if (epoch == 0) return generator;
  return NumpyGenerator(generator.at_most((1ull << 63) - 1) - epoch);
}

}  // namespace

BufferShuffle::BufferShuffle(const ShuffleSettings& settings, Take take)
    : settings_(settings),
      take_(std::move(take)),
      generator_(generator_of(settings.seed, settings.epoch)) {}

void BufferShuffle::permute(std::size_t kept) {
  const auto order = generator_.permutation(static_cast<std::int64_t>(held_.size()));
  const std::size_t given = held_.size() - kept;
  ready_.clear();
  given_ = 0;
  std::vector<TokenRow> rest;
  for (std::size_t i = 0; i < order.size(); ++i)
    (i < given ? ready_ : rest).push_back(std::move(held_[static_cast<std::size_t>(order[i])]));
  held_ = std::move(rest);
}

Result<void> BufferShuffle::fill() {
  const auto size = static_cast<std::size_t>(settings_.buffer_size);
  while (!is_over_ && held_.size() < size) {
    for (std::int64_t i = 0; i < settings_.rows_at_once && !is_over_; ++i) {
      TokenRow row;
      TRY(const bool is_there, take_(row));
      is_over_ = !is_there;
      if (is_there) held_.push_back(std::move(row));
    }
  }
  permute(held_.size() < size ? 0 : size / 2);
  return {};
}

Result<bool> BufferShuffle::next(TokenRow& row) {
  if (given_ == ready_.size()) {
    if (is_over_ && held_.empty()) return false;
    TRY(fill());
    if (ready_.empty()) return false;
  }
  row = std::move(ready_[given_++]);
  return true;
}

}  // namespace trainyard
