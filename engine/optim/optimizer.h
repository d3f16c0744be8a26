// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of update rules, and which there are.
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

  // One update with gradients multiplied by `gradient_scale` (() fp32 where the gradients are;
  // undefined: 1) and the given learning rate; writes the copies that products read too. Biases and
  // normalisation weights do not decay, as the table says.
  void step(double learning_rate, const at::Tensor& gradient_scale = {});

  // What a checkpoint keeps, called "<state>.<parameter>". The tensors share the state's memory:
  // what is read into them is the state.
  virtual NamedTensors named_state() const = 0;

  void set_num_steps(std::int64_t steps) { num_steps_ = steps; }

 protected:
  explicit Optimizer(Parameters& parameters) : parameters_(parameters) {}

  // `step`: of this update, from 1.
  virtual void update(std::int64_t step, double learning_rate,
                      const at::Tensor& gradient_scale) = 0;

  Parameters& parameters_;

 private:
  std::int64_t num_steps_ = 0;  // updates so far
};

std::unique_ptr<Optimizer> make_optimizer(const OptimizerSection& optimizer,
                                          Parameters& parameters);

// What a rule updates parameter by parameter.
struct TrainedParameter {
  std::size_t layer;
  const ParameterSpec& spec;
  at::Tensor value, gradient;  // of spec.shape, without history
};
std::vector<TrainedParameter> trained_parameters(const Parameters& parameters);

// For rules that treat each number alone: their tensors are flat like the layers' parameters.

// One flat tensor of zeros a layer, shaped like its trained parameters.
std::vector<at::Tensor> zeros_like_layers(const Parameters& parameters);

// The parts of `flats` (one a layer) whose parameters decay, or those that do not: neighbours are
// one part, so that there are few.
std::vector<at::Tensor> parts_with_decay(const Parameters& parameters,
                                         const std::vector<at::Tensor>& flats, bool weight_decay);

// What the fused kernels divide gradients by, so that they are multiplied by `gradient_scale`;
// nothing for 1 where that is known without waiting.
std::optional<at::Tensor> gradient_divisor(const at::Tensor& gradient_scale);

// The part of each trained parameter in `flats`, in its shape, under "<state>.<parameter>".
void append_named_parts(const Parameters& parameters, const char* state,
                        const std::vector<at::Tensor>& flats, NamedTensors& tensors);

}  // namespace trainyard
