// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/cuda_launcher.cuh"
#include "engine/kernels/table.h"

extern "C" __attribute__((visibility("default"))) const trainyard::kernels::Table*
trainyard_kernels() {
  return &trainyard::kernels::table_of<trainyard::kernels::CudaLauncher>;
}
