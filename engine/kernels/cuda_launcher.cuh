// SPDX-License-Identifier: GPL-3.0-or-later
// Runs kernels on a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <limits>

#include "engine/kernels/thread.h"

namespace trainyard::kernels {

template <class Kernel>
__global__ void __launch_bounds__(Kernel::max_threads)
    on_gpu(const __grid_constant__ typename Kernel::Arguments arguments) {
  __shared__ typename Kernel::Scratch scratch;
  GpuThread thread;
  Kernel::run(thread, scratch, arguments);
}

struct CudaLauncher {
  static constexpr int invalid = cudaErrorInvalidValue;

  static int threads(int count) { return count; }

  template <class Kernel>
  static int launch(std::int64_t blocks, int threads, std::int64_t dynamic_floats,
                    const typename Kernel::Arguments& arguments, cudaStream_t stream) {
    if (blocks == 0) return cudaSuccess;
    if (blocks > std::numeric_limits<std::int32_t>::max()) return invalid;
    const auto bytes = static_cast<std::size_t>(dynamic_floats) * sizeof(float);
    constexpr std::size_t without_asking = 48 << 10;
    if (bytes + sizeof(typename Kernel::Scratch) > without_asking) {
      const cudaError_t result = cudaFuncSetAttribute(
          on_gpu<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
      if (result != cudaSuccess) return result;
    }
    on_gpu<Kernel><<<static_cast<unsigned>(blocks), threads, bytes, stream>>>(arguments);
    return cudaGetLastError();
  }
};

}  // namespace trainyard::kernels
