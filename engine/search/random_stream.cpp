// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/random_stream.h"

#include <bit>

namespace trainyard::search {
namespace {

std::uint64_t split_mix(std::uint64_t& state) {
  std::uint64_t mixed = state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t trial) {
  // Neighbouring seeds and trials are mixed one after the other: their sum would be the same for
  // many pairs.
  std::uint64_t mixed = seed;
  mixed = split_mix(mixed) ^ trial;
  for (std::uint64_t& word : state_) word = split_mix(mixed);
}

std::uint64_t RandomStream::next() {
  auto& [a, b, c, d] = state_;
  const std::uint64_t out = std::rotl(a + d, 23) + a;
  const std::uint64_t shifted = b << 17;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= shifted;
  d = std::rotl(d, 45);
  return out;
}

double RandomStream::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

std::uint64_t RandomStream::uniform_below(std::uint64_t end) {
  // The first numbers are left out, so that the rest is a multiple of `end`.
  const std::uint64_t left_out = (0 - end) % end;
  for (;;)
    if (const std::uint64_t number = next(); number >= left_out) return number % end;
}

}  // namespace trainyard::search
