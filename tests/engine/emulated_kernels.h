// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the engine's own kernels for tensors in main memory while it lives: what computes with them
// on a GPU does so here, on fibers. For programs that link emulated_kernels.
#pragma once

#include "engine/model/fused_kernels.h"
#include "tests/engine/kernels/emulation.h"

namespace trainyard {

class EmulatedKernels {
 public:
  EmulatedKernels() {
    constexpr std::int64_t num_partial = 4;
    kernels::emulation.max_threads = 256;  // as the scan has on a GPU
    set_fused_kernels(at::kCPU,
                      {&kernels::tested_kernels(), [] { return kernels::Stream(); }, num_partial});
  }
  ~EmulatedKernels() { set_fused_kernels(at::kCPU, {}); }
  EmulatedKernels(const EmulatedKernels&) = delete;
  EmulatedKernels& operator=(const EmulatedKernels&) = delete;
};

}  // namespace trainyard
