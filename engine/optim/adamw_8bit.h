// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW whose moments are kept in 8 bits (Dettmers et al., 2022, "8-bit Optimizers via Block-wise
// Quantization"), with the choices of bitsandbytes 0.46 and Trainer's optim="adamw_8bit": blocks of
// 256 numbers with their own largest value, the code of dynamic trees, fp32 for embeddings and for
// parameters of fewer than 4,096 numbers.
#pragma once

#include <string>
#include <vector>

#include "engine/optim/optimizer.h"

namespace trainyard {

// What the 256 codes stand for, ascending from -1 or 0 to 1: numbers whose leading zeros say the
// power of ten, and whose other bits share the range of that power evenly.
std::vector<float> dynamic_code(bool is_signed);

class AdamW8bit final : public Optimizer {
 public:
  AdamW8bit(const OptimizerSection& optimizer, Parameters& parameters);
  NamedTensors named_state() const override;

 private:
  void update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) override;

  // fp32 of the parameter's shape; or codes of that shape, and the largest value of each block.
  struct Moment {
    at::Tensor values, codes, maxima;
  };
  // What the 256 codes of a moment stand for, and where one ends and the next begins.
  struct Code {
    at::Tensor values, limits;
    std::int64_t zero = 0;
    bool is_signed = false;
  };
  struct Slot {
    std::string name;
    at::Tensor value, gradient;
    Moment first, second;
    double weight_decay = 0.0;
  };
  struct Rates {
    double learning_rate, first_correction, second_correction;
    at::Tensor gradient_scale;
  };

  static Code make_code(bool is_signed, at::Device device);
  // Numbers [begin, begin + blocks * width) of the slot, in blocks of `width`.
  void update_blocks(Slot& slot, const Rates& rates, std::int64_t begin, std::int64_t blocks,
                     std::int64_t width);
  // AdamW's step with moments in fp32; all have the same shape.
  void apply(const at::Tensor& value, const at::Tensor& gradient, const at::Tensor& first,
             const at::Tensor& second, double weight_decay, const Rates& rates) const;

  double beta1_, beta2_, epsilon_;
  Code signed_, unsigned_;
  std::vector<Slot> slots_;
};

}  // namespace trainyard
