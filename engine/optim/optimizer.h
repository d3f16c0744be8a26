// SPDX-License-Identifier: GPL-3.0-or-later
// The optimizer interface, and the list of optimizers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/experiment/optimizer.h"
#include "engine/model/parameters.h"

namespace trainyard {

class Optimizer {
 public:
  virtual ~Optimizer() = default;

  // One update with gradients multiplied by `gradient_scale` (() fp32 on the gradients' device;
  // undefined: 1) and the given learning rate; also updates the compute copies and zeroes the
  // gradients. Weight decay does not apply to biases and normalization weights, as the table says.
  void step(double learning_rate, const at::Tensor& gradient_scale = {});

  // What this rank has of a tensor of the state. All ranks have the same list of tensors.
  struct StatePiece {
    std::string name;                 // "<state>.<parameter>"
    std::vector<std::int64_t> shape;  // of the whole tensor
    bool is_shared_out = false;       // other ranks have the rest; else every rank has all of it
    std::int64_t begin = 0;           // of the first element in the whole tensor
    at::Tensor values;                // (elements), of the memory that the optimizer works on
  };
  virtual std::vector<StatePiece> state_pieces() const = 0;

  // The state that a checkpoint keeps, of one rank or of ranks that share nothing out. The tensors
  // share memory with the state: whatever is read into them becomes the state.
  NamedTensors named_state() const;

  void set_num_steps(std::int64_t steps) { num_steps_ = steps; }

  // On the meta device: the step is that of a GPU, which computes more at once.
  void plan_for_gpu() { is_planned_for_gpu_ = true; }

 protected:
  explicit Optimizer(Parameters& parameters) : parameters_(parameters) {}
  bool is_planned_for_gpu() const { return is_planned_for_gpu_; }

  // `step` is the number of this update, starting at 1.
  virtual void update(std::int64_t step, double learning_rate,
                      const at::Tensor& gradient_scale) = 0;

  // Whether update() also zeroes the gradient of this part, and writes its copy if it is that of a
  // kernel (fused_update.h).
  virtual bool is_finished_by_update(const OwnedPart&) const { return false; }

  Parameters& parameters_;

 private:
  std::int64_t num_steps_ = 0;  // updates so far
  bool is_planned_for_gpu_ = false;
};

std::unique_ptr<Optimizer> make_optimizer(const OptimizerSection& optimizer,
                                          Parameters& parameters);

// What this rank updates of a parameter, for optimizers that update parameter by parameter.
struct TrainedPiece {
  std::size_t layer;
  const ParameterSpec& spec;
  OwnedPiece owned;
  bool is_shared_out;
  at::Tensor value, gradient;  // (owned.count)
  at::Tensor kernel_copy;      // of the part, likewise (fused_update.h)
};
// Those of all trained parameters, in the table's order.
std::vector<TrainedPiece> trained_pieces(const Parameters& parameters);

// For optimizers that treat every element independently: their tensors are those of the owned parts
// (owned_parts() of the parameters), one for each.

// Returns zeros like the values of the owned parts.
std::vector<at::Tensor> zeros_like_owned(const Parameters& parameters);

// The devices that values are updated on: the model's, and the CPU where some are in main memory.
std::vector<at::Device> owned_devices(const Parameters& parameters);

// Returns the pieces on `device` of `tensors` (one for each owned part) with weight decay, or those
// without: neighbouring parameters are merged into one piece, so that there are few. Those of an
// undefined tensor are undefined.
std::vector<at::Tensor> pieces_with_decay(const Parameters& parameters,
                                          const std::vector<at::Tensor>& tensors, bool weight_decay,
                                          at::Device device);

// Appends the pieces of all trained parameters in `tensors` (one for each owned part) as
// "<state>.<parameter>".
void append_state(const Parameters& parameters, const std::string& state,
                  const std::vector<at::Tensor>& tensors,
                  std::vector<Optimizer::StatePiece>& pieces);

// The divisor, on `device`, by which the fused kernels multiply gradients by `gradient_scale`;
// nothing if it is known to be 1 without waiting.
std::optional<at::Tensor> gradient_divisor(const at::Tensor& gradient_scale, at::Device device);

}  // namespace trainyard
