// What training needs of an architecture: its parameter table and a forward that is a sequence of
// functions of (input, parameters), so that the one loop over layers (forward.h) can recompute,
// gather and free without knowing it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <ATen/ATen.h>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/batch.h"
#include "engine/model/parameters.h"

namespace trainyard {

// bf16: matrix products in bfloat16 by autocast, as bf16=True in Hugging Face Trainer; weights stay
// fp32.
enum class ComputePrecision { fp32, bf16 };

// Dropout is applied in training only. Its masks depend on the seed, the optimizer step and the
// position of the sequence in the step's global batch (all micro-batches of all ranks), so neither
// ranks nor accumulation nor a resume change them.
struct ForwardMode {
  bool training = true;
  ComputePrecision precision = ComputePrecision::fp32;
  std::uint64_t seed = 0;
  std::int64_t step = 0;  // of the optimizer, 0-based
  std::int64_t first_sequence =
      0;  // global position in the step of the batch's first row; the others follow
  // Layers keep nothing but their input; the backward pass computes them again.
  bool recompute = false;
};

// The forward that a layer is a part of.
struct Context {
  Batch batch;
  ForwardMode mode;

  std::int64_t rows() const { return batch.input_ids.size(0); }
  std::int64_t length() const { return batch.input_ids.size(1); }
};

class Model {
 public:
  virtual ~Model() = default;

  virtual const ParameterTable& table() const = 0;
  virtual std::int64_t vocab_size() const = 0;
  virtual std::int64_t max_positions() const = 0;

  // config.json as Hugging Face writes it, with architectures, model_type and the tokenizer's ids
  // where they are known.
  virtual Map config() const = 0;

  // The forward in its parts, each with its entry of the table: the first is the embedding's, the
  // last is finish()'s, those between are layers. Each is a function of its arguments alone, so
  // that calling it again gives the same.

  // input_ids (B, T) int64 -> (B*T, C)
  virtual at::Tensor embed(const LayerParameters& parameters, const Context& context) const = 0;
  // Layer `index` (from 0): x (B*T, C) -> (B*T, C)
  virtual at::Tensor layer(std::int64_t index, const at::Tensor& x,
                           const LayerParameters& parameters, const Context& context) const = 0;
  // What follows the last layer, its norm for instance: x (B*T, C) -> (B*T, C)
  virtual at::Tensor finish(const at::Tensor& x, const LayerParameters& parameters,
                            const Context& context) const = 0;

  // The output projection's weight (V, C); tied to the embedding where the configuration says so.
  virtual at::Tensor head_weight(const Parameters& parameters) const = 0;
};

// config.json `config` (empty for a new model) with model.overrides applied. Errors: an override
// that is no key of this kind of model (the nearest is named).
Result<Map> apply_overrides(const std::string& kind, const Map& config, const Map& overrides);

// `kind` is model.kind; `config` is config.json with model.overrides applied. Errors: a value of
// the wrong type or out of range, a shape that does not fit (n_embd not divisible by n_head), a
// model_type other than `kind`.
Result<std::unique_ptr<Model>> make_model(const std::string& kind, const Map& config);

}  // namespace trainyard
