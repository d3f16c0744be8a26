// SPDX-License-Identifier: GPL-3.0-or-later
// A model's parameters as a table of names and shapes, and their storage: the trained parameters of
// a layer, and their gradients, are views of one flat buffer each, so that loading, sharding,
// recomputing and counting walk the table and know no architecture.
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
  time_step,      // what softplus makes a number whose logarithm is evenly drawn
};

// What a low-rank adapter adds to the product of x and a weight: scale * B A dropout(x) (Hu et al.,
// 2021), with A (r, in) and B (out, r), which are parameters of the weight's layer.
struct AdapterSpec {
  std::size_t a = 0, b = 0;  // their places in the layer's list
  double scale = 0.0;
  double dropout = 0.0;  // the probability
};

struct ParameterSpec {
  std::string name;  // Hugging Face's ("transformer.h.0.attn.c_attn.weight")
  std::vector<std::int64_t> shape;
  Initialization initialization = Initialization::zeros;
  double spread = 0.0;  // `normal`: the standard deviation; `uniform`: numbers are in +-spread
  bool weight_decay = false;  // Hugging Face Trainer's groups: no bias, no layer norm
  // What is not trained has no gradient, no optimizer state, and no part in the flat buffers.
  bool trainable = true;
  std::optional<AdapterSpec> adapter = {};  // of a weight that has one
  // Of a head that is made for the task at hand: pretrained folders may be without it.
  bool is_of_task = false;
  double lowest = 0.0, highest = 0.0;  // `time_step`: of the numbers
};

struct LayerSpec {
  std::string name;
  std::vector<ParameterSpec> parameters;
};

using ParameterTable = std::vector<LayerSpec>;

std::int64_t num_elements(const ParameterSpec& spec);
std::int64_t num_elements(const LayerSpec& layer);
std::int64_t num_elements(const ParameterTable& table);

// Where each parameter begins in its layer's flat buffer, and where the buffer ends, in elements:
// multiples of 32 (128 bytes), so that each can be loaded, copied and sharded in whole lines. What
// lies between two parameters is zero and stays so. One that is not trained takes no room there.
std::vector<std::int64_t> offsets(const LayerSpec& layer);

// Tensors under names, as files and checkpoints hold them.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

struct Adapter;

// `value` is a leaf that requires a gradient, in the trained type; its gradient is accumulated in
// place, so it must be zeroed, never dropped. `compute` is what matrix products read: a copy of it
// in the compute type, or itself where the two are the same. One that is not trained requires no
// gradient, has none, and is kept in the compute type alone where it is a matrix: `value` is
// `compute` then.
struct Parameter {
  at::Tensor value, compute;
  std::shared_ptr<const Adapter> adapter = nullptr;  // of a weight that has one
};

// Where a parameter's gradient is added to, with memory, also before the backward pass comes to its
// layer; undefined when it has none.
at::Tensor gradient_of(const at::Tensor& value);

// An AdapterSpec with its parameters, and the place of its dropout's masks.
struct Adapter {
  Parameter a, b;
  double scale, dropout;
  std::int64_t layer, site;
};

// One layer's storage; the trained parameters follow each other in `flat` at the table's offsets(),
// and so does everything shaped like `flat` (gradients, copies, the optimizer's moments). `flat`
// has no elements in a layer of which nothing is trained.
struct LayerParameters {
  at::Tensor flat;           // (elements) in the trained type: what is trained
  at::Tensor flat_gradient;  // (elements) in the trained type; see complete_gradients()
  at::Tensor flat_compute;   // (elements) in the compute type; undefined where they are the same
  std::vector<Parameter> parameters;
};

class Parameters {
 public:
  // `compute_type`: fp32, bf16 or fp16. `trained_type`: fp32, or bf16 where that is the compute
  // type too.
  Parameters(const ParameterTable& table, at::Device device,
             at::ScalarType compute_type = at::kFloat, at::ScalarType trained_type = at::kFloat);

  const ParameterTable& table() const { return table_; }
  std::vector<LayerParameters>& layers() { return layers_; }
  const std::vector<LayerParameters>& layers() const { return layers_; }

  // Random weights that depend on `seed` and the parameter's name alone, not on the order or the
  // number of ranks. Those of which `is_wanted` says no stay as they are.
  void initialize(std::uint64_t seed,
                  const std::function<bool(const ParameterSpec&)>& is_wanted = nullptr);
  // On a processor large gradients have no memory (lazy_zeros.h) from zero_gradients() on until the
  // backward pass comes to their layer; before they are read, all get some.
  void complete_gradients();
  void zero_gradients();
  // After the values have changed: writes the copies in the compute type.
  void update_copies();
  // The same where nothing has changed but what is trained.
  void update_trained_copies();

  // The value of the parameter called `name`; undefined when there is none.
  at::Tensor find(const std::string& name) const;

 private:
  ParameterTable table_;
  std::vector<LayerParameters> layers_;
};

// All that a folder's weights fill, each number once: the flat buffers, and what is not trained.
std::vector<at::Tensor> all_values(const Parameters& parameters);

// The layers' flat buffers, in the table's order, also those without elements.
std::vector<at::Tensor> flat_values(const Parameters& parameters);
std::vector<at::Tensor> flat_gradients(const Parameters& parameters);

}  // namespace trainyard
