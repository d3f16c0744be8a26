// SPDX-License-Identifier: GPL-3.0-or-later
// Adafactor (Shazeer and Stern, 2018) as transformers.Adafactor computes it for Trainer: the given
// learning rate, no scaling by the parameter's size, no first moment. For a matrix, only the row
// and column means of its squared gradients are kept.
#pragma once

#include "engine/optim/optimizer.h"

namespace trainyard {

class Adafactor final : public Optimizer {
 public:
  Adafactor(const OptimizerSection& optimizer, Parameters& parameters);
  std::vector<StatePiece> state_pieces() const override;

 private:
  void update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) override;

  // For a parameter (..., R, C) of two or more dimensions: `rows` (..., R), `columns` (..., C).
  // Otherwise `rows` is the mean of the squares in the parameter's shape and `columns` is
  // undefined.
  struct Slot {
    std::string name;
    at::Tensor value, gradient, rows, columns;
    double weight_decay;
  };

  std::vector<Slot> slots_;
};

}  // namespace trainyard
