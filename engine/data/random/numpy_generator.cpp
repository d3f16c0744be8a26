// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/random/numpy_generator.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_set>

namespace trainyard {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr Wide wide(std::uint64_t high, std::uint64_t low) { return Wide{high} << 64 | low; }
constexpr Wide kMultiplier = wide(0x2360ED051FC65DA4ull, 0x4385DF649FCCF645ull);

// SeedSequence's hash, whose constant changes with each use.
class EntropyHash {
 public:
  EntropyHash(std::uint32_t first, std::uint32_t multiplier)
      : constant_(first), multiplier_(multiplier) {}

  std::uint32_t operator()(std::uint32_t value) {
    value ^= constant_;
    constant_ *= multiplier_;
    value *= constant_;
    return value ^ value >> 16;
  }

 private:
  std::uint32_t constant_;
  const std::uint32_t multiplier_;
};

std::uint32_t mixed(std::uint32_t left, std::uint32_t right) {
  const std::uint32_t value = 0xCA01F9DDu * left - 0x4973F715u * right;
  return value ^ value >> 16;
}

}  // namespace

std::array<std::uint32_t, 8> seed_sequence(std::uint64_t entropy) {
  // 64 bits are at most two words of the pool's four; missing words count as 0.
  std::array<std::uint32_t, 4> pool{static_cast<std::uint32_t>(entropy),
                                    static_cast<std::uint32_t>(entropy >> 32)};
  EntropyHash of_entropy(0x43B0D7E5u, 0x931E8875u);
  for (std::uint32_t& word : pool) word = of_entropy(word);
  for (std::size_t from = 0; from < pool.size(); ++from)
    for (std::size_t to = 0; to < pool.size(); ++to)
      if (from != to) pool[to] = mixed(pool[to], of_entropy(pool[from]));
  EntropyHash of_state(0x8B51F9DDu, 0x58F38DEDu);
  std::array<std::uint32_t, 8> state{};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = of_state(pool[i % pool.size()]);
  return state;
}

NumpyGenerator::NumpyGenerator(std::uint64_t seed) {
  const auto words = seed_sequence(seed);
  const auto number = [&](std::size_t i) {
    return std::uint64_t{words[2 * i + 1]} << 32 | words[2 * i];
  };
  const Wide stream = wide(number(2), number(3)) << 1 | 1;
  stream_high_ = static_cast<std::uint64_t>(stream >> 64);
  stream_low_ = static_cast<std::uint64_t>(stream);
  // Two steps from a state of 0; the seed is added after the first.
  const Wide state = (stream + wide(number(0), number(1))) * kMultiplier + stream;
  high_ = static_cast<std::uint64_t>(state >> 64);
  low_ = static_cast<std::uint64_t>(state);
}

std::uint64_t NumpyGenerator::next64() {
  const Wide state = wide(high_, low_) * kMultiplier + wide(stream_high_, stream_low_);
  high_ = static_cast<std::uint64_t>(state >> 64);
  low_ = static_cast<std::uint64_t>(state);
  return std::rotr(high_ ^ low_, static_cast<int>(high_ >> 58));
}

std::uint32_t NumpyGenerator::next32() {
  has_kept_ = !has_kept_;
  if (!has_kept_) return kept_;
  const std::uint64_t both = next64();
  kept_ = static_cast<std::uint32_t>(both >> 32);
  return static_cast<std::uint32_t>(both);
}

std::uint64_t NumpyGenerator::at_most(std::uint64_t largest) {
  if (largest == 0) return 0;
  if (largest == UINT32_MAX) return next32();
  if (largest == UINT64_MAX) return next64();
  if (largest < UINT32_MAX) {
    const auto count = static_cast<std::uint32_t>(largest + 1);
    std::uint64_t product = std::uint64_t{next32()} * count;
    if (static_cast<std::uint32_t>(product) < count) {
      const std::uint32_t threshold = (UINT32_MAX - static_cast<std::uint32_t>(largest)) % count;
      while (static_cast<std::uint32_t>(product) < threshold)
        product = std::uint64_t{next32()} * count;
    }
    return product >> 32;
  }
  const std::uint64_t count = largest + 1;
  Wide product = Wide{next64()} * count;
  if (static_cast<std::uint64_t>(product) < count) {
    const std::uint64_t threshold = (UINT64_MAX - largest) % count;
    while (static_cast<std::uint64_t>(product) < threshold) product = Wide{next64()} * count;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t NumpyGenerator::masked_at_most(std::uint64_t largest) {
  const std::uint64_t mask = std::bit_ceil(largest + 1) - 1;
  for (;;) {
    const std::uint64_t value = (largest <= UINT32_MAX ? next32() : next64()) & mask;
    if (value <= largest) return value;
  }
}

// numpy's _shuffle_int: positions from the last down to `first`.
void NumpyGenerator::shuffle_tail(std::vector<std::int64_t>& items, std::size_t first) {
  for (std::size_t i = items.size(); i-- > first;) std::swap(items[i], items[at_most(i)]);
}

std::vector<std::int64_t> NumpyGenerator::choice(std::int64_t count, std::int64_t size) {
  // A large share is the tail of a shuffle of everything, a small one is drawn number by number
  // (Floyd).
  constexpr std::int64_t kLargeCount = 10'000, kLargeShare = 50;
  if (count > kLargeCount && size > count / kLargeShare) {
    std::vector<std::int64_t> items(static_cast<std::size_t>(count));
    std::iota(items.begin(), items.end(), 0);
    shuffle_tail(items, static_cast<std::size_t>(std::max<std::int64_t>(count - size, 1)));
    return {items.end() - size, items.end()};
  }
  std::vector<std::int64_t> items;
  std::unordered_set<std::int64_t> taken;
  for (std::int64_t last = count - size; last < count; ++last) {
    const auto drawn = static_cast<std::int64_t>(at_most(static_cast<std::uint64_t>(last)));
    items.push_back(taken.insert(drawn).second ? drawn : last);
    taken.insert(items.back());
  }
  shuffle_tail(items, 1);
  return items;
}

std::vector<std::int64_t> NumpyGenerator::permutation(std::int64_t count) {
  std::vector<std::int64_t> items(static_cast<std::size_t>(count));
  std::iota(items.begin(), items.end(), 0);
  shuffle(items);
  return items;
}

}  // namespace trainyard
