// A model's parameters as a table of names and shapes, and their storage: the parameters of a
// layer, and their gradients, are views of one flat buffer each, so that loading, sharding,
// recomputing and counting walk the table and know no architecture.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

namespace trainyard {

enum class Initialization { zeros, ones, normal };

struct ParameterSpec {
  std::string name;  // Hugging Face's ("transformer.h.0.attn.c_attn.weight")
  std::vector<std::int64_t> shape;
  Initialization initialization = Initialization::zeros;
  double standard_deviation = 0.0;  // of `normal`
  bool weight_decay = false;        // Hugging Face Trainer's groups: no bias, no layer norm
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
// lies between two parameters is zero and stays so.
std::vector<std::int64_t> offsets(const LayerSpec& layer);

// Tensors under names, as files and checkpoints hold them.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

// One layer's storage; the parameters follow each other in `flat` at the table's offsets(), and so
// does everything shaped like `flat` (gradients, the optimizer's moments).
// `parameters[i]` is a leaf that requires a gradient and views `flat`; its gradient views
// `flat_gradient` and is accumulated in place, so it must be zeroed, never dropped.
struct LayerParameters {
  at::Tensor flat;           // (elements), fp32
  at::Tensor flat_gradient;  // (elements), fp32
  std::vector<at::Tensor> parameters;
};

class Parameters {
 public:
  Parameters(const ParameterTable& table, at::Device device);

  const ParameterTable& table() const { return table_; }
  std::vector<LayerParameters>& layers() { return layers_; }
  const std::vector<LayerParameters>& layers() const { return layers_; }

  // Random weights that depend on `seed` and the parameter's name alone, not on the order or the
  // number of ranks.
  void initialize(std::uint64_t seed);
  void zero_gradients();

  // The parameter called `name`; undefined when there is none.
  at::Tensor find(const std::string& name) const;

 private:
  ParameterTable table_;
  std::vector<LayerParameters> layers_;
};

// The layers' flat buffers, in the table's order.
std::vector<at::Tensor> flat_values(const Parameters& parameters);
std::vector<at::Tensor> flat_gradients(const Parameters& parameters);

}  // namespace trainyard
