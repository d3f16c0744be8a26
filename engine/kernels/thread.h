// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel is written in. Its body is a template over the thread that runs it: on a GPU this
// is GpuThread, which is empty and inlines; on a processor it is a fiber or a real thread of
// tests/engine/kernels, so that sanitizers see every access and every barrier. Nothing here needs
// torch, and nothing but cuda_launcher.cuh needs CUDA.
//
// A kernel is a struct with `Arguments` (kernels.h), `Scratch` (the block's shared memory),
// `max_threads`, and run(thread, scratch, arguments).
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define DEV __device__ __forceinline__
#define HOST_DEV __host__ __device__ inline
#else
#define DEV inline
#define HOST_DEV inline
#endif

// Builds of the tests plant faults here, to show that they would be found.
#ifndef PLANTED
#define PLANTED(fault) false
#endif

namespace trainyard::kernels {

inline constexpr int warp_size = 32;
inline constexpr int max_warps = 32;  // of a block

// A block's sums or maxima, one of each warp.
using WarpValues = float[max_warps];

#ifdef __CUDACC__
extern __shared__ float4 dynamic_shared_memory[];

struct GpuThread {
  DEV std::int64_t block() const { return blockIdx.x; }
  DEV std::int64_t blocks() const { return gridDim.x; }
  DEV int thread() const { return static_cast<int>(threadIdx.x); }
  DEV int threads() const { return static_cast<int>(blockDim.x); }
  // The shared memory whose size the launch gives.
  DEV float* dynamic_memory() const { return reinterpret_cast<float*>(dynamic_shared_memory); }
  DEV void sync() const { __syncthreads(); }
  // Orders memory among the lanes of a warp, which an exchange of values does not.
  DEV void sync_warp() const { __syncwarp(); }
  // The value of the lane whose number differs in these bits; all lanes of the warp must call it.
  DEV float shuffle_xor(float value, int bits) const {
    return __shfl_xor_sync(0xffffffffU, value, bits);
  }
};
#endif

// Calls visit(i) for this thread's part of [0, count), `width` numbers at a time, i being the
// first. A `count` that is no multiple of `width` is for callers that look at each number.
template <int width, class Thread, class Visit>
DEV void for_each_index(const Thread& t, int count, Visit visit) {
  const int end = PLANTED(index_too_far) ? count + 1 : count;
  for (int i = t.thread() * width; i < end; i += t.threads() * width) visit(i);
}

struct Sum {
  DEV float operator()(float a, float b) const { return a + b; }
};

// Not a number, if one of the two is not.
struct Maximum {
  DEV float operator()(float a, float b) const { return b > a || b != b ? b : a; }
};

// Calls exchange(bits) with each bit of a lane's number: what a reduction of a warp consists of.
template <class Exchange>
DEV void for_each_lane_bit(Exchange exchange) {
  for (int bits = warp_size / 2; bits > (PLANTED(short_reduction) ? 1 : 0); bits /= 2)
    exchange(bits);
}

// Combines the values of a warp's lanes; every lane gets the same result.
template <class Thread, class Combine>
DEV float warp_reduced(Thread& t, float value, Combine combine) {
  for_each_lane_bit([&](int bits) { value = combine(value, t.shuffle_xor(value, bits)); });
  return value;
}

// Replaces the values by the sums over all threads of a block; every thread gets the same results.
// There is no barrier after `warps` was read: whoever uses the same memory again must have another
// barrier in between.
template <class Thread, int count>
DEV void block_sums(Thread& t, WarpValues (&warps)[count], float (&values)[count]) {
  for (int i = 0; i < count; ++i) {
    values[i] = warp_reduced(t, values[i], Sum());
    if (t.thread() % warp_size == 0) warps[i][t.thread() / warp_size] = values[i];
  }
  t.sync();
  for (int i = 0; i < count; ++i) {
    values[i] = warps[i][0];
    for (int warp = 1; warp < t.threads() / warp_size; ++warp) values[i] += warps[i][warp];
  }
}

template <class Thread>
DEV float block_sum(Thread& t, WarpValues (&warps)[1], float value) {
  float values[1] = {value};
  block_sums(t, warps, values);
  return values[0];
}

}  // namespace trainyard::kernels
