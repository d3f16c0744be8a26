// SPDX-License-Identifier: GPL-3.0-or-later
// The optimizer interface, and the list of optimizers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/experiment/optimizer.h"
#include "engine/model/parameters.h"

namespace trainyard {

class Optimizer {
 public:
  virtual ~Optimizer() = default;

  // One update with gradients multiplied by `gradient_scale` (() fp32 on the gradients' device;
  // undefined: 1) and the given learning rate; also updates the compute copies. Weight decay does
  // not apply to biases and normalization weights, as the table says.
  void step(double learning_rate, const at::Tensor& gradient_scale = {});

  // The state that a checkpoint keeps, named "<state>.<parameter>", of one rank or of ranks that
  // share nothing out. The tensors share memory with the state: whatever is read into them becomes
  // the state.
  virtual NamedTensors named_state() const;

  // The same of an optimizer that treats every element independently: the states by their names,
  // each with a tensor for each owned part of the parameters. Ranks can share it out. Others have
  // none.
  using OwnedState = std::vector<std::pair<std::string, std::vector<at::Tensor>>>;
  virtual OwnedState owned_state() const { return {}; }

  void set_num_steps(std::int64_t steps) { num_steps_ = steps; }

 protected:
  explicit Optimizer(Parameters& parameters) : parameters_(parameters) {}

  // `step` is the number of this update, starting at 1.
  virtual void update(std::int64_t step, double learning_rate,
                      const at::Tensor& gradient_scale) = 0;

  Parameters& parameters_;

 private:
  std::int64_t num_steps_ = 0;  // updates so far
};

std::unique_ptr<Optimizer> make_optimizer(const OptimizerSection& optimizer,
                                          Parameters& parameters);

// A parameter for optimizers that update parameter by parameter.
struct TrainedParameter {
  std::size_t layer;
  const ParameterSpec& spec;
  at::Tensor value, gradient;  // of spec.shape, detached
};
std::vector<TrainedParameter> trained_parameters(const Parameters& parameters);

// For optimizers that treat every element independently: their tensors are those of the owned parts
// (owned_parts() of the parameters), one for each.

// Returns zeros like the values of the owned parts.
std::vector<at::Tensor> zeros_like_owned(const Parameters& parameters);

// Returns the pieces of `tensors` (one for each owned part) with weight decay, or those without:
// neighbouring parameters are merged into one piece, so that there are few.
std::vector<at::Tensor> pieces_with_decay(const Parameters& parameters,
                                          const std::vector<at::Tensor>& tensors,
                                          bool weight_decay);

// The divisor by which the fused kernels multiply gradients by `gradient_scale`; nothing if it is
// known to be 1 without waiting.
std::optional<at::Tensor> gradient_divisor(const at::Tensor& gradient_scale);

}  // namespace trainyard
