// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/selective_scan_rows.h"

#include <algorithm>

#include "engine/model/vector_math.h"

namespace trainyard {

namespace {

using Channels = float[kScanChannels];

// Loads `count` numbers; the others are zero, which has no effect.
[[gnu::always_inline]] inline void load(Channels& into, const float* from, std::int64_t count) {
  for (std::int64_t d = 0; d < kScanChannels; ++d) into[d] = d < count ? from[d] : 0.0F;
}

// (channels, states) -> (states, kScanChannels)
std::vector<float> turned(const ScanRow& row, std::int64_t first, std::int64_t count) {
  std::vector<float> a(static_cast<std::size_t>(row.states * kScanChannels));
  for (std::int64_t d = 0; d < count; ++d)
    for (std::int64_t n = 0; n < row.states; ++n)
      a[n * kScanChannels + d] = row.a[(first + d) * row.states + n];
  return a;
}

// h = exp(dt a) h + dt x b
TRAINYARD_VECTOR_LOOP void step(float* __restrict h, const float* __restrict a,
                                const float* __restrict dt, const float* __restrict input,
                                const float* __restrict b, std::int64_t states) {
  for (std::int64_t n = 0; n < states; ++n) {
#pragma omp simd
    for (std::int64_t d = 0; d < kScanChannels; ++d) {
      const std::int64_t i = n * kScanChannels + d;
      h[i] = vector_exp(dt[d] * a[i]) * h[i] + input[d] * b[n];
    }
  }
}

TRAINYARD_VECTOR_LOOP void read_out(const float* __restrict h, const float* __restrict c,
                                    float* __restrict y, std::int64_t states) {
  for (std::int64_t d = 0; d < kScanChannels; ++d) y[d] = 0.0F;
  for (std::int64_t n = 0; n < states; ++n) {
#pragma omp simd
    for (std::int64_t d = 0; d < kScanChannels; ++d) y[d] += h[n * kScanChannels + d] * c[n];
  }
}

// One token's part of the backward pass. `d_h` is the gradient of h_t from later tokens on entry,
// and that of h_(t-1) on exit.
struct TokenBack {
  const float *x, *dt, *d_y;      // kScanChannels
  const float *b, *c;             // states
  const float *a, *h, *h_before;  // states * kScanChannels
  float *d_h, *d_a;               // states * kScanChannels
  float *d_x, *d_dt;              // kScanChannels
  float *d_b, *d_c;               // states
};

TRAINYARD_VECTOR_LOOP void step_back(const TokenBack& t, std::int64_t states) {
  float d_x[kScanChannels] = {}, d_dt[kScanChannels] = {};
  const float* __restrict x = t.x;
  const float* __restrict dt = t.dt;
  const float* __restrict d_y = t.d_y;
  for (std::int64_t n = 0; n < states; ++n) {
    const float* __restrict a = t.a + n * kScanChannels;
    const float* __restrict h = t.h + n * kScanChannels;
    const float* __restrict before = t.h_before + n * kScanChannels;
    float* __restrict d_h = t.d_h + n * kScanChannels;
    float* __restrict d_a = t.d_a + n * kScanChannels;
    const float b = t.b[n], c = t.c[n];
    float d_b = 0.0F, d_c = 0.0F;
#pragma omp simd reduction(+ : d_b, d_c)
    for (std::int64_t d = 0; d < kScanChannels; ++d) {
      const float g = d_h[d] + d_y[d] * c;
      const float decay = vector_exp(dt[d] * a[d]);
      const float of_exponent = g * before[d] * decay;
      d_c += d_y[d] * h[d];
      d_b += g * dt[d] * x[d];
      d_dt[d] += of_exponent * a[d] + g * x[d] * b;
      d_x[d] += g * dt[d] * b;
      d_a[d] += of_exponent * dt[d];
      d_h[d] = g * decay;
    }
    t.d_b[n] += d_b;
    t.d_c[n] += d_c;
  }
  for (std::int64_t d = 0; d < kScanChannels; ++d) {
    t.d_x[d] = d_x[d];
    t.d_dt[d] = d_dt[d];
  }
}

[[gnu::always_inline]] inline void multiply(Channels& out, const Channels& one,
                                            const Channels& other) {
  for (std::int64_t d = 0; d < kScanChannels; ++d) out[d] = one[d] * other[d];
}

// Calls `see(t, h)` with the states after each token; `a` is as returned by turned().
template <typename See>
void for_each_state(const ScanRow& row, std::int64_t first, std::int64_t count,
                    const std::vector<float>& a, const See& see) {
  std::vector<float> h(a.size());
  Channels x, dt, input;
  for (std::int64_t t = 0; t < row.tokens; ++t) {
    const std::int64_t at = t * row.channels + first;
    load(x, row.x + at, count);
    load(dt, row.dt + at, count);
    multiply(input, x, dt);
    step(h.data(), a.data(), dt, input, row.b + t * row.states, row.states);
    see(t, h);
  }
}

}  // namespace

void scan_channels(const ScanRow& row, std::int64_t first, float* y) {
  const std::int64_t count = std::min(kScanChannels, row.channels - first);
  const std::vector<float> a = turned(row, first, count);
  Channels out;
  for_each_state(row, first, count, a, [&](std::int64_t t, const std::vector<float>& h) {
    read_out(h.data(), row.c + t * row.states, out, row.states);
    std::copy_n(out, count, y + t * row.channels + first);
  });
}

void scan_channels_backward(const ScanRow& row, std::int64_t first, const ScanGradients& gradients,
                            std::vector<float>& states) {
  const std::int64_t count = std::min(kScanChannels, row.channels - first);
  const std::vector<float> a = turned(row, first, count);
  const std::size_t size = a.size();
  states.resize(static_cast<std::size_t>(row.tokens) * size);
  for_each_state(row, first, count, a, [&](std::int64_t t, const std::vector<float>& h) {
    std::ranges::copy(h, states.begin() + t * static_cast<std::int64_t>(size));
  });
  std::vector<float> d_h(size), d_a(size);
  Channels x, dt, d_y, d_x, d_dt;
  const std::vector<float> nothing(size);
  for (std::int64_t t = row.tokens - 1; t >= 0; --t) {
    const std::int64_t at = t * row.channels + first;
    load(x, row.x + at, count);
    load(dt, row.dt + at, count);
    load(d_y, gradients.d_y + at, count);
    const float* now = states.data() + static_cast<std::size_t>(t) * size;
    step_back({x, dt, d_y, row.b + t * row.states, row.c + t * row.states, a.data(), now,
               t > 0 ? now - size : nothing.data(), d_h.data(), d_a.data(), d_x, d_dt,
               gradients.d_b + t * row.states, gradients.d_c + t * row.states},
              row.states);
    std::copy_n(d_x, count, gradients.d_x + at);
    std::copy_n(d_dt, count, gradients.d_dt + at);
  }
  for (std::int64_t d = 0; d < count; ++d)
    for (std::int64_t n = 0; n < row.states; ++n)
      gradients.d_a[(first + d) * row.states + n] += d_a[n * kScanChannels + d];
}

}  // namespace trainyard
