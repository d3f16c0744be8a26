// While it lives, ATen's matrix products on this thread run in bfloat16 (autocast), and what
// Hugging Face Trainer keeps in fp32 stays there; with fp32 it does nothing. Backward passes run
// after it has ended.
#pragma once

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

class AutocastGuard {
 public:
  AutocastGuard(ComputePrecision precision, at::DeviceType device);
  ~AutocastGuard();
  AutocastGuard(const AutocastGuard&) = delete;
  AutocastGuard& operator=(const AutocastGuard&) = delete;

 private:
  at::DeviceType device_;
  bool active_, was_enabled_ = false;
  at::ScalarType former_type_ = at::kBFloat16;
};

}  // namespace trainyard
