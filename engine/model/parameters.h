// SPDX-License-Identifier: GPL-3.0-or-later
// A model's parameters as a table of names and shapes, and their storage: the trained parameters of
// a layer and their gradients are views of one flat buffer each, so that loading, sharding,
// recomputing and counting walk the table and do not depend on the architecture.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

namespace trainyard {

enum class Initialization {
  zeros,
  ones,
  normal,
  uniform,
  log_of_column,  // log 1, log 2, ... in each row
  time_step,      // the inverse softplus of a number drawn log-uniformly
};

// What a low-rank adapter adds to the product of x and a weight: scale * B A dropout(x) (Hu et al.,
// 2021). A (r, in) and B (out, r) are parameters of the weight's layer.
struct AdapterSpec {
  std::size_t a = 0, b = 0;  // their indices in the layer's list
  double scale = 0.0;
  double dropout = 0.0;  // the probability
};

struct ParameterSpec {
  std::string name;  // Hugging Face's ("transformer.h.0.attn.c_attn.weight")
  std::vector<std::int64_t> shape;
  Initialization initialization = Initialization::zeros;
  double spread = 0.0;        // `normal`: the standard deviation; `uniform`: values are in +-spread
  bool weight_decay = false;  // as in Hugging Face Trainer: not on biases and layer norms
  // A frozen parameter has no gradient, no optimizer state and no part in the flat buffers.
  bool trainable = true;
  std::optional<AdapterSpec> adapter = {};  // if the weight has one
  // Belongs to a head that is specific to the task: pretrained checkpoints may lack it.
  bool is_of_task = false;
  double lowest = 0.0, highest = 0.0;  // `time_step`: the range of the drawn numbers
};

struct LayerSpec {
  std::string name;
  std::vector<ParameterSpec> parameters;
};

using ParameterTable = std::vector<LayerSpec>;

std::int64_t num_elements(const ParameterSpec& spec);
std::int64_t num_elements(const LayerSpec& layer);
std::int64_t num_elements(const ParameterTable& table);

// Returns where each parameter starts in its layer's flat buffer and where the buffer ends, in
// elements: multiples of 32 (128 bytes), so that each can be loaded, copied and sharded in whole
// cache lines. The padding between two parameters is and stays zero. A frozen parameter takes up no
// space.
std::vector<std::int64_t> offsets(const LayerSpec& layer);

// Named tensors, as in files and checkpoints.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

struct Adapter;

// `value` is a leaf that requires a gradient, in the trained type; its gradient is accumulated in
// place, so it must be zeroed, never released. `compute` is what matrix products read: a copy of
// `value` in the compute type, or `value` itself if the types are the same. A frozen parameter
// requires no gradient and has none; if it is a matrix, it exists in the compute type only, and
// `value` is the same tensor as `compute`.
struct Parameter {
  at::Tensor value, compute;
  std::shared_ptr<const Adapter> adapter = nullptr;  // if the weight has one
};

// Returns the tensor that a parameter's gradient is accumulated in, with its memory allocated even
// before the backward pass reaches its layer; undefined if it has none.
at::Tensor gradient_of(const at::Tensor& value);

// An AdapterSpec with its parameters and the place of its dropout masks.
struct Adapter {
  Parameter a, b;
  double scale, dropout;
  std::int64_t layer, site;
};

// The storage of one layer. The trained parameters are consecutive in `flat` at the table's
// offsets(), and so is everything shaped like `flat` (gradients, copies, the optimizer's moments).
// `flat` has no elements if nothing in the layer is trained.
struct LayerParameters {
  at::Tensor flat;           // (elements) in the trained type: the trained parameters
  at::Tensor flat_gradient;  // (elements) in the trained type; see complete_gradients()
  at::Tensor flat_compute;   // (elements) in the compute type; undefined if the types are the same
  std::vector<Parameter> parameters;
};

class Parameters {
 public:
  // `compute_type`: fp32, bf16 or fp16. `trained_type`: fp32, or bf16 if that is also the compute
  // type.
  Parameters(const ParameterTable& table, at::Device device,
             at::ScalarType compute_type = at::kFloat, at::ScalarType trained_type = at::kFloat);

  const ParameterTable& table() const { return table_; }
  std::vector<LayerParameters>& layers() { return layers_; }
  const std::vector<LayerParameters>& layers() const { return layers_; }

  // Initializes weights randomly, depending only on `seed` and the parameter's name, not on the
  // order or the number of ranks. Parameters for which `is_wanted` returns false are left
  // unchanged.
  void initialize(std::uint64_t seed,
                  const std::function<bool(const ParameterSpec&)>& is_wanted = nullptr);
  // On a CPU, large gradients have no memory (lazy_zeros.h) from zero_gradients() until the
  // backward pass reaches their layer. complete_gradients() gives memory to all of them and must be
  // called before they are read.
  void complete_gradients();
  void zero_gradients();
  // To be called after the values have changed: updates the copies in the compute type.
  void update_copies();
  // The same if only trained parameters have changed.
  void update_trained_copies();

  // Returns the value of the parameter called `name`; undefined if there is none.
  at::Tensor find(const std::string& name) const;

 private:
  ParameterTable table_;
  std::vector<LayerParameters> layers_;
};

// All tensors that a checkpoint's weights fill, without overlap: the flat buffers and the frozen
// parameters.
std::vector<at::Tensor> all_values(const Parameters& parameters);

// The layers' flat buffers, in the table's order, including those without elements.
std::vector<at::Tensor> flat_values(const Parameters& parameters);
std::vector<at::Tensor> flat_gradients(const Parameters& parameters);

}  // namespace trainyard
