// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/ATen.h>

namespace trainyard {

// A small tensor of main memory on the device. From pinned memory, a copy to a GPU is only queued:
// the host does not wait for what the GPU still has to do.
inline at::Tensor copied_to(const at::Tensor& host, at::Device device) {
  return device.is_cuda() ? host.pin_memory().to(device, /*non_blocking=*/true) : host.to(device);
}

}  // namespace trainyard
