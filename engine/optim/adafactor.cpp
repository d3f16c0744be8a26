// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/adafactor.h"

#include <cmath>

namespace trainyard {

namespace {

constexpr double kEpsilon = 1e-30;      // added to squares
constexpr double kClipThreshold = 1.0;  // of an update's root mean square
constexpr double kDecayRate = -0.8;     // the weight of the means in step t is 1 - t^-0.8

at::Tensor root_mean_square(const at::Tensor& x) {
  return at::linalg_vector_norm(x, 2) / std::sqrt(static_cast<double>(x.numel()));
}

// The mean of the scaled squares over a dimension, and kEpsilon.
at::Tensor mean_square(const at::Tensor& gradient, std::int64_t dimension,
                       const at::Tensor& scale) {
  at::Tensor mean =
      at::linalg_vector_norm(gradient, 2, at::IntArrayRef(dimension), /*keepdim=*/false, at::kFloat)
          .square_();
  mean.div_(static_cast<double>(gradient.size(dimension)));
  if (scale.defined()) mean.mul_(scale.square());
  return mean.add_(kEpsilon);
}

// (..., R) and (..., C) -> (..., R, C): 1 / sqrt(rows x columns / mean of the rows).
at::Tensor inverse_root(const at::Tensor& rows, const at::Tensor& columns) {
  const at::Tensor row = (rows / rows.mean(-1, /*keepdim=*/true)).rsqrt_().unsqueeze(-1);
  return row * columns.unsqueeze(-2).rsqrt();
}

}  // namespace

Adafactor::Adafactor(const OptimizerSection& optimizer, Parameters& parameters)
    : Optimizer(parameters) {
  // Its parameters are whole: the rules of documents say so.
  for (const TrainedPiece& piece : trained_pieces(parameters)) {
    const ParameterSpec& spec = piece.spec;
    Slot slot{spec.name,
              piece.value.view(spec.shape),
              piece.gradient.view(spec.shape),
              {},
              {},
              spec.weight_decay ? optimizer.weight_decay : 0.0};
    std::vector<std::int64_t> rows = spec.shape, columns = spec.shape;
    if (spec.shape.size() >= 2) {
      rows.pop_back();
      columns.erase(columns.end() - 2);
      slot.columns = at::zeros(columns, slot.value.options());
    }
    slot.rows = at::zeros(rows, slot.value.options());
    slots_.push_back(std::move(slot));
  }
}

void Adafactor::update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) {
  const double fresh = std::pow(static_cast<double>(step), kDecayRate);
  for (Slot& slot : slots_) {
    // The update is the only temporary of a parameter's size.
    at::Tensor update;
    if (slot.columns.defined()) {
      slot.rows.mul_(1.0 - fresh).add_(mean_square(slot.gradient, -1, gradient_scale), fresh);
      slot.columns.mul_(1.0 - fresh).add_(mean_square(slot.gradient, -2, gradient_scale), fresh);
      update = inverse_root(slot.rows, slot.columns);
    } else {
      at::Tensor square = slot.gradient.square();
      if (gradient_scale.defined()) square.mul_(gradient_scale.square());
      slot.rows.mul_(1.0 - fresh).add_(square.add_(kEpsilon), fresh);
      update = slot.rows.rsqrt();
    }
    update.mul_(slot.gradient);
    if (gradient_scale.defined()) update.mul_(gradient_scale);
    update.div_((root_mean_square(update) / kClipThreshold).clamp_min_(1.0));
    if (slot.weight_decay != 0) slot.value.mul_(1.0 - slot.weight_decay * learning_rate);
    slot.value.add_(update, -learning_rate);
  }
}

std::vector<Optimizer::StatePiece> Adafactor::state_pieces() const {
  std::vector<StatePiece> pieces;
  const auto append = [&](const char* state, const Slot& slot, const at::Tensor& means) {
    pieces.push_back({state + slot.name, means.sizes().vec(), false, 0, means.view({-1})});
  };
  for (const Slot& slot : slots_) {
    const bool is_factored = slot.columns.defined();
    append(is_factored ? "row_squares." : "squares.", slot, slot.rows);
    if (is_factored) append("column_squares.", slot, slot.columns);
  }
  return pieces;
}

}  // namespace trainyard
