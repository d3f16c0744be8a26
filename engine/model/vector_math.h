// Elementwise functions that a compiler turns into vector instructions, and the attribute that
// builds a loop for several instruction sets and picks one when the program starts. Sources that
// use it are compiled with -O3 -fopenmp-simd -fno-math-errno -fno-trapping-math -ffp-contract=fast.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__x86_64__) && defined(__GNUC__)
#define TRAINYARD_VECTOR_LOOP __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TRAINYARD_VECTOR_LOOP
#endif

namespace trainyard {

// e^x, 2 units in the last place; 1e-38 for all x below -87.3, for x of at most 88. NaN stays NaN.
// Cody and Waite's reduction, then the Taylor polynomial of degree 7 on [-ln 2 / 2, ln 2 / 2].
[[gnu::always_inline]] inline float vector_exp(float x) {
  x = x < -87.3F ? -87.3F : x;
  x = x > 88.0F ? 88.0F : x;
  constexpr float kRound =
      12582912.0F;  // 1.5 * 2^23: adding it leaves the nearest whole number in the low bits
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

}  // namespace trainyard
