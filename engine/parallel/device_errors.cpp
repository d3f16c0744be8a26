// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/device_errors.h"

#include "engine/contract/messages.h"

namespace trainyard {

std::optional<Error> device_error(const std::string& text) {
  struct Sign {
    const char* part;
    const char* code;
  };
  // The texts of cudaGetErrorString, of the driver's log and of NCCL. The first that fits counts.
  constexpr Sign signs[] = {
      {"uncorrectable ECC error", "gpu.broken"},
      {"uncorrectable NVLink error", "gpu.broken"},
      {"fallen off the bus", "gpu.broken"},
      {"GPU is lost", "gpu.broken"},
      {"hardware stack error", "gpu.broken"},
      {"device-side assert", "gpu.program"},
      {"illegal memory access", "gpu.program"},
      {"illegal instruction was encountered", "gpu.program"},
      {"misaligned address", "gpu.program"},
      {"invalid program counter", "gpu.program"},
      {"unspecified launch failure", "gpu.failed"},
      {"launch timed out and was terminated", "gpu.failed"},
      {"CUDA error:", "gpu.failed"},
      {"CUDA driver error:", "gpu.failed"},
      {"Cuda failure", "gpu.failed"},
      {"unhandled cuda error", "gpu.failed"},
  };
  for (const Sign& sign : signs)
    if (text.find(sign.part) != std::string::npos) return make_error(sign.code, {{"detail", text}});
  return std::nullopt;
}

}  // namespace trainyard
