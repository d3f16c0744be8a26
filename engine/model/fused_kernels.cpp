// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/fused_kernels.h"

#include <array>

namespace trainyard {

namespace {

struct OfDevices {
  std::array<FusedKernels, static_cast<std::size_t>(at::COMPILE_TIME_MAX_DEVICE_TYPES)> kernels;
};

FusedKernels& kernels_of(at::DeviceType device) {
  static OfDevices all;
  return all.kernels[static_cast<std::size_t>(device)];
}

}  // namespace

void set_fused_kernels(at::DeviceType device, const FusedKernels& kernels) {
  kernels_of(device) = kernels;
}

const FusedKernels* fused_kernels_on(at::Device device) {
  const FusedKernels& kernels = kernels_of(device.type());
  return kernels.table == nullptr ? nullptr : &kernels;
}

bool is_kernel_type(at::ScalarType type) { return type == at::kFloat || type == at::kBFloat16; }

kernels::NumberType kernel_type(const at::Tensor& x) {
  return x.scalar_type() == at::kBFloat16 ? kernels::NumberType::bf16 : kernels::NumberType::fp32;
}

bool is_queued(int result, const char* name) {
  constexpr int success = 0, invalid_value = 1;  // of cudaError_t
  TORCH_CHECK(result == success || result == invalid_value, "CUDA error ", result,
              " when the kernel ", name, " was started");
  return result == success;
}

}  // namespace trainyard
