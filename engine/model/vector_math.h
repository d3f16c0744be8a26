// SPDX-License-Identifier: GPL-3.0-or-later
// Elementwise functions that a compiler can vectorize, and the attribute that compiles a loop for
// several instruction sets and selects one at program start. Sources that use it are compiled with
// -O3 -fopenmp-simd -fno-math-errno -fno-trapping-math -ffp-contract=fast.
#pragma once

#include <bit>
#include <cstdint>

// Not with sanitizers, which are not initialized yet when the version is selected.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)
#define TRAINYARD_VECTOR_LOOP __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TRAINYARD_VECTOR_LOOP
#endif

namespace trainyard {

// e^x to 2 ulp for x of at most 88; 1e-38 for all x below -87.3. NaN stays NaN. Cody and Waite's
// reduction, then the Taylor polynomial of degree 7 on [-ln 2 / 2, ln 2 / 2].
[[gnu::always_inline]] inline float vector_exp(float x) {
  x = x < -87.3F ? -87.3F : x;
  x = x > 88.0F ? 88.0F : x;
  constexpr float kRound =
      12582912.0F;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  const float shifted = x * 1.44269504F + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * 0.693145752F) - n * 1.42860677e-6F;
  float p = 1.98412698e-4F;
  p = p * r + 1.38888889e-3F;
  p = p * r + 8.33333333e-3F;
  p = p * r + 4.16666667e-2F;
  p = p * r + 1.66666667e-1F;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  return p * std::bit_cast<float>((std::bit_cast<std::uint32_t>(shifted) + 127U) << 23);
}

// ln x for a normal x above 0, to 2e-7: x = 2^e m with m in [sqrt(1/2), sqrt(2)), ln m = 2 atanh(s)
// with s = (m - 1) / (m + 1), by its series.
[[gnu::always_inline]] inline float vector_log(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  constexpr std::int32_t kRoot = 0x3f3504f3;  // sqrt(1/2)
  const std::int32_t e = (bits - kRoot) >> 23;
  const float m = std::bit_cast<float>(bits - (e << 23));
  const float s = (m - 1.0F) / (m + 1.0F), square = s * s;
  float p = 2.0F / 9.0F;
  p = p * square + 2.0F / 7.0F;
  p = p * square + 2.0F / 5.0F;
  p = p * square + 2.0F / 3.0F;
  p = p * square + 2.0F;
  return static_cast<float>(e) * 0.693147181F + s * p;
}

// cos(2 pi t) for t in [-1/2, 1/2], to 2e-7: the Taylor polynomial of sin(2 pi (1/4 - |t|)).
[[gnu::always_inline]] inline float vector_cos_of_turns(float t) {
  const float x = 6.28318531F * (0.25F - (t < 0.0F ? -t : t)), square = x * x;
  float p = -2.50521084e-8F;
  p = p * square + 2.75573192e-6F;
  p = p * square - 1.98412698e-4F;
  p = p * square + 8.33333333e-3F;
  p = p * square - 1.66666667e-1F;
  p = p * square + 1.0F;
  return x * p;
}

}  // namespace trainyard
