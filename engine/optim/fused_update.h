// SPDX-License-Identifier: GPL-3.0-or-later
// Updates by the engine's own kernels (engine/model/fused_kernels.h): a launch for all that a
// device has, which also writes the copies and zeroes the gradients.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/ATen.h>

#include "engine/kernels/kernels.h"
#include "engine/model/parameters.h"

namespace trainyard {

// Whether kernels update values like these: fp32, where kernels are open.
bool has_update_kernel(const at::Tensor& value);

// The part's copy if a kernel writes it: in bf16, on the device where the values are updated.
at::Tensor kernel_copy(const OwnedPart& part);

struct UpdateRates {
  std::int64_t step;
  double learning_rate, beta1, beta2, epsilon;
  at::Tensor gradient_scale;  // () fp32; undefined: 1
};

// What one launch updates, as a table on the device.
template <class Part>
class PartTable {
 public:
  // Sets the parts' first blocks. Gradients may be elsewhere than they were in the last step; the
  // device gets the table again only then.
  void set(std::vector<Part> parts, std::int64_t block, at::Device device);

  const Part* parts() const;
  std::int64_t num_parts() const { return static_cast<std::int64_t>(parts_.size()); }
  std::int64_t num_blocks() const { return num_blocks_; }

 private:
  std::vector<Part> parts_;
  std::int64_t num_blocks_ = 0;
  at::Tensor on_device_;
};

// AdamW of what is on one device: all tensors fp32 but for the copies, which may be undefined.
class FusedAdamW {
 public:
  struct Tensors {
    at::Tensor value, gradient, first_moment, second_moment, copy;
    double weight_decay;
  };
  // Without effect for a tensor without elements.
  void add(const Tensors& tensors);
  void update(const UpdateRates& rates);

 private:
  std::vector<Tensors> all_;
  PartTable<kernels::AdamWPart> table_;
};

// The same with moments in 8 bits (adamw_8bit.h).
class FusedAdamW8bit {
 public:
  struct Tensors {
    at::Tensor value, gradient, first_codes, second_codes, first_maxima, second_maxima, copy;
    double weight_decay;
  };
  void add(const Tensors& tensors);
  // The codes' values are (256) fp32.
  void update(const UpdateRates& rates, const at::Tensor& first_code,
              const at::Tensor& second_code);

 private:
  std::vector<Tensors> all_;
  PartTable<kernels::AdamW8bitPart> table_;
};

}  // namespace trainyard
