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
  // Read by products and lookups of rows only, in the compute type, so that ranks can share it out.
  // The others are small, and whole in fp32 on every rank.
  bool is_sharded = false;
};

struct LayerSpec {
  std::string name;
  std::vector<ParameterSpec> parameters;
};

using ParameterTable = std::vector<LayerSpec>;

std::int64_t num_elements(const ParameterSpec& spec);
std::int64_t num_elements(const LayerSpec& layer);
std::int64_t num_elements(const ParameterTable& table);

// The ranks that share out what is sharded, this one among them, and where its part is kept.
struct Sharding {
  std::int64_t rank = 0, num_ranks = 1;
  // For how many ranks the layouts are padded: as many also where they share nothing out, since the
  // order of a sum over ranks depends on how much is summed.
  std::int64_t padded_ranks = 1;
  // Whether a gradient has memory only from the moment the backward pass reaches its layer until
  // its sum has been given to its owners (ZeRO's stage 2).
  bool frees_gradients = false;
  // Whether what the model reads has memory only while its layer is held (ZeRO's stage 3).
  bool frees_values = false;
  // Whether what a rank owns, with its gradients and the optimizer's state, is in main memory (then
  // gradients are freed, too), and whether its copy in the compute type is (then values are freed).
  bool offloads_optimizer = false, offloads_values = false;

  // Whether what a rank updates may be something else than what the model reads.
  bool is_active() const { return num_ranks > 1 || offloads_optimizer || frees_values; }
};

// Where the trained parameters of a layer lie in its flat buffers, in elements. First come those
// that are sharded, at multiples of 256 (a block of 8-bit moments), together as many as `num_ranks`
// equal parts of whole blocks; then the others, at multiples of 32 (a line of 128 bytes). The
// padding between two parameters is and stays zero. A frozen parameter takes up no space.
struct LayerLayout {
  std::vector<std::int64_t> begins;  // by the parameter's place in the layer's list
  std::vector<std::size_t> order;    // the places of the trained parameters, as they lie there
  std::int64_t sharded_end = 0, end = 0;
};
LayerLayout layout_of(const LayerSpec& layer, std::int64_t num_ranks = 1);
// The same of the frozen parameters that are sharded, of which stage 3 leaves a rank its part only.
LayerLayout frozen_layout_of(const LayerSpec& layer, std::int64_t num_ranks);

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

// Consecutive elements of a layer that this rank updates, and keeps the optimizer's state of.
struct OwnedPart {
  std::int64_t begin = 0;  // in the layer's layout
  at::Tensor value;        // (elements) in the trained type
  at::Tensor gradient;     // (elements) in the trained type
  // (elements) in the compute type: what is read, or gathered, instead of `value`, if anything.
  at::Tensor copy;
};
using IsOwnedPart = std::function<bool(const OwnedPart&)>;

// What the model reads of a layer, put together from the ranks' parts.
struct GatheredValues {
  at::Tensor whole;  // (elements) in the compute type
  // (elements / ranks): this rank's part, which is copied to its place in `whole` first; undefined
  // if it is there already.
  at::Tensor own;
};

// The storage of one layer. Its tensors have no elements if nothing in the layer is trained.
//
// Usually `flat` are all trained parameters at the layout's places. Where ranks share them out and
// compute in a smaller type, where values are freed and where the optimizer is in main memory, the
// values that are updated are apart from those that are read: `flat` are the parameters that are
// not sharded, `master` is what this rank owns of the others, and the model reads these from
// `gathered` alone.
struct LayerParameters {
  LayerLayout layout, frozen_layout;
  at::Tensor flat;    // in the trained type
  at::Tensor master;  // (a rank's share) in the trained type; only where values are apart
  // (layout.sharded_end) in the compute type; only where values are apart. Where they are freed,
  // absent unless the layer is held.
  at::Tensor gathered;
  // (a rank's share) in the compute type: what is copied to `gathered`, if `master` is not.
  at::Tensor own_copy;
  // Where values are freed: the frozen parameters that are sharded, and this rank's share of them.
  at::Tensor frozen_gathered, frozen_own;
  // (layout.end) in the trained type; see complete_gradients(). Where gradients are freed: those of
  // what is sharded (layout.sharded_end), absent outside of a backward pass.
  at::Tensor flat_gradient;
  // Only where gradients are freed: of what this rank owns of the sharded parameters, and of all
  // others.
  at::Tensor owned_gradient, whole_gradient;
  at::Tensor flat_compute;  // like `flat` in the compute type; undefined if the types are the same
  std::vector<OwnedPart> owned;  // without overlap; of one rank, one part of all elements
  std::vector<Parameter> parameters;

  // This rank's part of the gradients of what is sharded, before they are given to their owners.
  at::Tensor own_share_of_gradient() const;

  // What is to be gathered after an update, or before the layer is read where values are freed.
  std::vector<GatheredValues> gathered_values() const;
};

// Is told what is read next of a model whose values have memory only while they are read.
class LayerAccess {
 public:
  virtual ~LayerAccess() = default;
  // A forward pass reads the table's layers in their order, a backward pass from the last one to
  // the first. After a forward pass the last layer stays readable, and what the head reads.
  virtual void before_forward(std::size_t layer) = 0;
  virtual void before_backward(std::size_t layer) = 0;
  // Of a backward pass that needed no more layers, or was none, on a rank without rows.
  virtual void finish_backward() = 0;
  // `has_passed` is called in a backward pass with the first layer of those that it has passed, at
  // the same point among the accesses on all ranks.
  virtual void notify(std::function<void(std::size_t)> has_passed) = 0;
  // What ranks own has changed.
  virtual void invalidate() = 0;
};

class Parameters {
 public:
  // `compute_type`: fp32, bf16 or fp16. `trained_type`: fp32, or bf16 if that is also the compute
  // type.
  Parameters(const ParameterTable& table, at::Device device,
             at::ScalarType compute_type = at::kFloat, at::ScalarType trained_type = at::kFloat,
             const Sharding& sharding = {});

  const ParameterTable& table() const { return table_; }
  const Sharding& sharding() const { return sharding_; }
  // Null if all values can be read at any time. It must outlive the passes.
  LayerAccess* access() const { return access_; }
  void set_access(LayerAccess* access) { access_ = access; }
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
  // `is_zero`: of which parts the gradient is zero already; null: of none.
  void zero_gradients(const IsOwnedPart& is_zero = nullptr);
  // To be called after the values have changed: updates the copies in the compute type.
  void update_copies();
  // The same if only trained parameters have changed, but for the parts whose copy is written
  // already; null: of none.
  void update_trained_copies(const IsOwnedPart& is_written = nullptr);

  // Sets a trained or frozen parameter, as far as this rank has it, to `values` (of its shape, in
  // fp32 or a smaller type); update_copies() has to follow.
  void assign(std::size_t layer, std::size_t index, const at::Tensor& values);

  // Returns what the model reads of the parameter called `name`; undefined if there is none.
  at::Tensor find(const std::string& name) const;

 private:
  void assign_frozen(const LayerParameters& storage, const ParameterSpec& spec, std::size_t index,
                     const at::Tensor& values) const;

  ParameterTable table_;
  Sharding sharding_;
  LayerAccess* access_ = nullptr;
  std::vector<LayerParameters> layers_;
};

// The elements of one parameter in an owned part.
struct OwnedPiece {
  std::int64_t begin = 0, count = 0;  // in the parameter
  std::size_t part = 0;               // in the layer's list
  std::int64_t place = 0;             // of its first element in that part
};
// Of the layer's parameter `index`: one piece, as parts do not touch each other. Without elements
// if another rank has them all.
OwnedPiece owned_piece(const LayerParameters& layer, const ParameterSpec& spec, std::size_t index);

// What this rank updates, in the order of the layers.
std::vector<OwnedPart> owned_parts(const Parameters& parameters);
std::vector<at::Tensor> owned_values(const Parameters& parameters);
std::vector<at::Tensor> owned_gradients(const Parameters& parameters);

// All tensors that a checkpoint's weights fill, without overlap: the flat buffers and the frozen
// parameters. Of parameters that are not shared out.
std::vector<at::Tensor> all_values(const Parameters& parameters);

// Those of its gradients that have memory outside of a backward pass.
std::vector<at::Tensor> kept_gradients(const LayerParameters& layer);

// Where values are freed: makes the accesses of a forward pass that computes nothing, so that the
// other ranks get what they need for theirs.
void walk_forward(const Parameters& parameters);

// The layers' flat buffers, in the table's order, including those without elements.
std::vector<at::Tensor> flat_values(const Parameters& parameters);
std::vector<at::Tensor> flat_gradients(const Parameters& parameters);

}  // namespace trainyard
