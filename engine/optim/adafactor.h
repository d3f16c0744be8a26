// SPDX-License-Identifier: GPL-3.0-or-later
// Adafactor (Shazeer and Stern, 2018) as transformers.Adafactor computes it for Trainer: the given
// learning rate, without scaling by the parameter's size, no first moment. A matrix keeps means of
// its squared gradients by row and by column only.
#pragma once

#include "engine/optim/optimizer.h"

namespace trainyard {

class Adafactor final : public Optimizer {
 public:
  Adafactor(const OptimizerSection& optimizer, Parameters& parameters);
  NamedTensors named_state() const override;

 private:
  void update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) override;

  // Of a parameter of two dimensions (..., R, C) or more: `rows` (..., R), `columns` (..., C).
  // Else: `rows` is the mean of the squares in the parameter's shape, `columns` undefined.
  struct Slot {
    std::string name;
    at::Tensor value, gradient, rows, columns;
    double weight_decay;
  };

  std::vector<Slot> slots_;
};

}  // namespace trainyard
