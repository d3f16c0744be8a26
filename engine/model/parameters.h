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

// `value` is a leaf that requires a gradient, fp32; its gradient is accumulated in place, so it
// must be zeroed, never dropped. `compute` is what matrix products read: a copy of it in the
// compute type, or itself where that is fp32.
struct Parameter {
  at::Tensor value, compute;
};

// One layer's storage; the parameters follow each other in `flat` at the table's offsets(), and so
// does everything shaped like `flat` (gradients, copies, the optimizer's moments).
struct LayerParameters {
  at::Tensor flat;           // (elements), fp32: what is trained
  at::Tensor flat_gradient;  // (elements), fp32
  at::Tensor flat_compute;   // (elements) in the compute type; undefined where that is fp32
  std::vector<Parameter> parameters;
};

class Parameters {
 public:
  // `compute_type`: fp32, bf16 or fp16.
  Parameters(const ParameterTable& table, at::Device device,
             at::ScalarType compute_type = at::kFloat);

  const ParameterTable& table() const { return table_; }
  std::vector<LayerParameters>& layers() { return layers_; }
  const std::vector<LayerParameters>& layers() const { return layers_; }

  // Random weights that depend on `seed` and the parameter's name alone, not on the order or the
  // number of ranks.
  void initialize(std::uint64_t seed);
  void zero_gradients();
  // After the values have changed: writes the copies in the compute type.
  void update_copies();

  // The value of the parameter called `name`; undefined when there is none.
  at::Tensor find(const std::string& name) const;

 private:
  ParameterTable table_;
  std::vector<LayerParameters> layers_;
};

// The layers' flat buffers, in the table's order.
std::vector<at::Tensor> flat_values(const Parameters& parameters);
std::vector<at::Tensor> flat_gradients(const Parameters& parameters);

}  // namespace trainyard
