// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba's selective scan (engine/model/selective_scan.h). A lane has one state of one channel and
// goes through all tokens; the states of a channel lie next to each other in a warp. Backward, the
// states of a chunk are computed again from the one that the forward pass has kept, and what
// several channels contribute to is summed within the block, and over blocks by column_sums.h.
#pragma once

#include <cmath>

#include "engine/kernels/column_sums.h"

namespace trainyard::kernels {

// The lanes of a channel: a power of two, of which the last may be idle.
inline int scan_lanes(std::int64_t states) {
  int lanes = 1;
  while (lanes < states) lanes *= 2;
  return lanes;
}

template <class ScanArguments>
struct ScanKernelArguments {
  ScanArguments scan;
  std::int64_t num_parts;  // groups of channels that a block computes
  int lanes;
};

// Which state of which channel of which row a thread has. Idle threads compute with zeros, since
// all lanes of a warp take part in its exchanges.
struct ScanPlace {
  std::int64_t part, row, channel, state;
  bool has_channel, has_state;

  template <class Thread>
  DEV ScanPlace(const Thread& t, const ScanInputs& in, std::int64_t num_parts, int lanes)
      : part(t.block() % num_parts),
        row(t.block() / num_parts),
        channel(part * (t.threads() / lanes) + t.thread() / lanes),
        state(t.thread() % lanes),
        has_channel(channel < in.channels),
        has_state(state < in.states) {}

  DEV bool is_used() const { return has_channel && has_state; }
};

// What a token has for a thread.
struct ScanToken {
  float x, dt, b, c;

  DEV ScanToken(const ScanInputs& in, const ScanPlace& place, std::int64_t token)
      : x(0.0F), dt(0.0F), b(0.0F), c(0.0F) {
    const std::int64_t at = place.row * in.tokens + token;
    if (place.has_channel) {
      x = in.x[at * in.channels + place.channel];
      dt = in.dt[at * in.channels + place.channel];
    }
    if (place.has_state) {
      b = in.b[at * in.states + place.state];
      c = in.c[at * in.states + place.state];
    }
  }

  DEV float next_state(float state, float a) const { return expf(dt * a) * state + dt * x * b; }
};

// Sums over the lanes whose numbers differ in the bits from `lowest` to below `end`.
template <class Thread>
DEV float sum_over_bits(Thread& t, float value, int lowest, int end) {
  for (int bits = lowest; bits < end; bits *= 2) value += t.shuffle_xor(value, bits);
  return value;
}

// Where the state at the start of a token's chunk is kept.
DEV std::int64_t kept_state(const ScanInputs& in, const ScanPlace& place, std::int64_t token) {
  return ((token / scan_chunk * in.rows + place.row) * in.channels + place.channel) * in.states +
         place.state;
}

struct SelectiveScan {
  using Arguments = ScanKernelArguments<SelectiveScanArguments>;
  struct Scratch {};
  static constexpr int max_threads = 256;

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const ScanInputs& in = a.scan.inputs;
    const ScanPlace place(t, in, a.num_parts, a.lanes);
    const float rate = place.is_used() ? in.a[place.channel * in.states + place.state] : 0.0F;
    float state = 0.0F;
    for (std::int64_t token = 0; token < in.tokens; ++token) {
      if (token % scan_chunk == 0 && place.is_used())
        a.scan.states[kept_state(in, place, token)] = state;
      const ScanToken now(in, place, token);
      state = now.next_state(state, rate);
      const float y = sum_over_bits(t, state * now.c, 1, a.lanes);
      if (place.state == 0 && place.has_channel)
        a.scan.y[(place.row * in.tokens + token) * in.channels + place.channel] = y;
    }
  }
};

struct SelectiveScanBackward {
  using Arguments = ScanKernelArguments<SelectiveScanBackwardArguments>;
  struct Scratch {};
  static constexpr int max_threads = 256;

  // The states of a chunk, and each warp's sums of the gradients of b and c.
  static std::int64_t dynamic_floats(int threads, int lanes) {
    return scan_chunk * threads + 2 * scan_chunk * (threads / warp_size) * lanes;
  }

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const ScanInputs& in = a.scan.inputs;
    const ScanPlace place(t, in, a.num_parts, a.lanes);
    const std::int64_t of_rate = place.channel * in.states + place.state;
    const float rate = place.is_used() ? in.a[of_rate] : 0.0F;
    float d_state = 0.0F, d_rate = 0.0F;
    const std::int64_t last = (in.tokens - 1) / scan_chunk * scan_chunk;
    for (std::int64_t first = last; first >= 0; first -= scan_chunk) {
      const std::int64_t rest = in.tokens - first;
      const int count = static_cast<int>(rest < scan_chunk ? rest : scan_chunk);
      const float start = place.is_used() ? a.scan.states[kept_state(in, place, first)] : 0.0F;
      compute_states(t, in, place, first, count, start, rate);
      for (int i = count - 1; i >= 0; --i)
        step_back(t, a, place, first, i, start, rate, d_state, d_rate);
      t.sync();
      write_sums(t, a, place, first, count);
      t.sync();  // before the next chunk's sums
    }
    if (place.is_used()) a.scan.partial_d_a[place.row * in.channels * in.states + of_rate] = d_rate;
  }

 private:
  template <class Thread>
  DEV static float& state_of(const Thread& t, int i) {
    return t.dynamic_memory()[i * t.threads() + t.thread()];
  }

  // A warp's sums of the chunk's token i, for gradient 0 (of b) or 1 (of c).
  template <class Thread>
  DEV static float& warp_sum(const Thread& t, const Arguments& a, int gradient, int i, int warp,
                             int state) {
    const int warps = t.threads() / warp_size;
    float* sums = t.dynamic_memory() + scan_chunk * t.threads();
    return sums[((gradient * scan_chunk + i) * warps + warp) * a.lanes + state];
  }

  template <class Thread>
  DEV static void compute_states(const Thread& t, const ScanInputs& in, const ScanPlace& place,
                                 std::int64_t first, int count, float state, float rate) {
    for (int i = 0; i < count; ++i) {
      state = ScanToken(in, place, first + i).next_state(state, rate);
      state_of(t, i) = state;
    }
  }

  // d_state is the gradient from later tokens on entry, and that for earlier ones on exit.
  template <class Thread>
  DEV static void step_back(Thread& t, const Arguments& a, const ScanPlace& place,
                            std::int64_t first, int i, float start, float rate, float& d_state,
                            float& d_rate) {
    const ScanInputs& in = a.scan.inputs;
    const ScanToken now(in, place, first + i);
    const std::int64_t at = (place.row * in.tokens + first + i) * in.channels + place.channel;
    const float d_y = place.has_channel ? a.scan.d_y[at] : 0.0F;
    const float state = state_of(t, i), before = i > 0 ? state_of(t, i - 1) : start;
    const float decay = expf(now.dt * rate), d = d_state + d_y * now.c,
                d_exponent = d * before * decay;
    d_rate += d_exponent * now.dt;
    d_state = d * decay;
    const float d_x = sum_over_bits(t, d * now.dt * now.b, 1, a.lanes),
                d_dt = sum_over_bits(t, d_exponent * rate + d * now.x * now.b, 1, a.lanes);
    if (place.state == 0 && place.has_channel) {
      a.scan.d_x[at] = d_x;
      a.scan.d_dt[at] = d_dt;
    }
    const float d_b = sum_over_bits(t, d * now.dt * now.x, a.lanes, warp_size),
                d_c = sum_over_bits(t, d_y * state, a.lanes, warp_size);
    if (t.thread() % warp_size >= a.lanes) return;
    const int warp = t.thread() / warp_size, number = static_cast<int>(place.state);
    warp_sum(t, a, 0, i, warp, number) = d_b;
    warp_sum(t, a, 1, i, warp, number) = d_c;
  }

  template <class Thread>
  DEV static void write_sums(const Thread& t, const Arguments& a, const ScanPlace& place,
                             std::int64_t first, int count) {
    const ScanInputs& in = a.scan.inputs;
    const auto states = static_cast<int>(in.states);
    const std::int64_t size = in.rows * in.tokens * in.states;
    for (int gradient = 0; gradient < 2; ++gradient) {
      float* to = a.scan.partial_d_bc + (2 * place.part + gradient) * size +
                  (place.row * in.tokens + first) * in.states;
      for_each_index<1>(t, count * states, [&](int k) {
        float sum = 0.0F;
        for (int warp = 0; warp < t.threads() / warp_size; ++warp)
          sum += warp_sum(t, a, gradient, k / states, warp, k % states);
        to[k] = sum;
      });
    }
  }
};

inline bool is_valid(const ScanInputs& in) {
  return in.rows >= 0 && in.tokens > 0 && in.channels > 0 && in.states > 0 &&
         in.states <= warp_size;
}

template <class Launcher>
int launch_selective_scan(const SelectiveScanArguments* a, Stream stream) {
  if (!is_valid(a->inputs)) return Launcher::invalid;
  const int threads = Launcher::threads(SelectiveScan::max_threads),
            lanes = scan_lanes(a->inputs.states);
  const std::int64_t parts = num_scan_parts(a->inputs.channels, a->inputs.states, threads);
  return Launcher::template launch<SelectiveScan>(a->inputs.rows * parts, threads, 0,
                                                  {*a, parts, lanes}, stream);
}

template <class Launcher>
int launch_selective_scan_backward(const SelectiveScanBackwardArguments* a, Stream stream) {
  const ScanInputs& in = a->inputs;
  if (!is_valid(in)) return Launcher::invalid;
  const int threads = Launcher::threads(SelectiveScanBackward::max_threads),
            lanes = scan_lanes(in.states);
  const std::int64_t parts = num_scan_parts(in.channels, in.states, threads);
  if (a->num_parts < parts) return Launcher::invalid;
  int result = Launcher::template launch<SelectiveScanBackward>(
      in.rows * parts, threads, SelectiveScanBackward::dynamic_floats(threads, lanes),
      {*a, parts, lanes}, stream);
  const std::int64_t of_bc = in.rows * in.tokens * in.states, of_a = in.channels * in.states;
  if (result == 0)
    result = add_column_sums<Launcher>({a->partial_d_bc, a->d_b, a->d_c, parts, 2 * of_bc, of_bc},
                                       stream);
  if (result == 0)
    result =
        add_column_sums<Launcher>({a->partial_d_a, a->d_a, nullptr, in.rows, of_a, of_a}, stream);
  return result;
}

}  // namespace trainyard::kernels
