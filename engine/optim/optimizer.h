// SPDX-License-Identifier: GPL-3.0-or-later
// The optimizer interface, and the list of optimizers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

  // The state that a checkpoint keeps, named "<state>.<parameter>". The tensors share memory with
  // the state: whatever is read into them becomes the state.
  virtual NamedTensors named_state() const = 0;

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

// For optimizers that treat every element independently: their tensors are flat like those of the
// layers' parameters.

// Returns one flat tensor of zeros per layer, shaped like its trained parameters.
std::vector<at::Tensor> zeros_like_layers(const Parameters& parameters);

// Returns the parts of `flats` (one per layer) with weight decay, or those without: neighbouring
// parameters are merged into one part, so that there are few.
std::vector<at::Tensor> parts_with_decay(const Parameters& parameters,
                                         const std::vector<at::Tensor>& flats, bool weight_decay);

// The divisor by which the fused kernels multiply gradients by `gradient_scale`; nothing if it is
// known to be 1 without waiting.
std::optional<at::Tensor> gradient_divisor(const at::Tensor& gradient_scale);

// Appends the part of each trained parameter in `flats`, in its shape, as "<state>.<parameter>".
void append_named_parts(const Parameters& parameters, const char* state,
                        const std::vector<at::Tensor>& flats, NamedTensors& tensors);

}  // namespace trainyard
