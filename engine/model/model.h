// SPDX-License-Identifier: GPL-3.0-or-later
// What training needs from an architecture: its parameter table and a forward pass that is a
// sequence of functions of (input, parameters), so that the one loop over layers (forward.h) can
// recompute, gather and free without knowing the architecture.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/experiment/precision.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/batch.h"
#include "engine/contract/experiment/parallel.h"
#include "engine/model/parameters.h"

namespace trainyard {

// What follows the last layer.
enum class HeadKind { language_modeling, sequence_classification, token_classification };

// The token whose hidden state represents the whole row.
enum class SummaryToken { first, last };

struct ForwardMode {
  // Dropout is applied in training only.
  bool training = true;
  // What the backward pass recomputes: with full, whole layers, which save only their input; with
  // selective, the attention weights where they are materialized.
  Recompute recompute = Recompute::none;
  // Activations saved for the backward pass are kept in main memory (activation_offload.h).
  bool offload_activations = false;
  // Attention dropout runs inside the fused kernel, which does not materialize the weights: its
  // masks depend on all rows of the micro-batch together and differ between devices.
  bool fused_attention_dropout = false;
  // In training only: the magnitude of the noise on the embeddings (Jain et al., 2023); 0: none.
  double neftune_noise_alpha = 0.0;
};

// Keys of all dropout masks of a batch, on its device, for kernels (kernel_mask.h).
struct MaskKeys {
  at::Tensor keys;        // (rows) int64, or (tokens) for a row that several were joined to
  at::Tensor first_rows;  // for the latter: the number of each token in its own row
};

// What the layers of one forward pass share.
struct Context {
  Batch batch;
  ForwardMode mode;
  // (B, 1, T, T) bool: which tokens a token sees, namely those of its document. Undefined: all of
  // its row or, with batch.document_ends, attention works it out itself.
  at::Tensor same_document;
  std::vector<at::Tensor> shared;  // the result of Model::shared()
  MaskKeys mask_keys = {};         // undefined where nothing is dropped by kernels

  std::int64_t rows() const { return batch.input_ids.size(0); }
  std::int64_t length() const { return batch.input_ids.size(1); }
};

// How a family's Hugging Face checkpoints differ from its parameter table.
struct WeightNames {
  std::string_view base_prefix;  // of the table's names; checkpoints of the bare model leave it out
  // Endings of the names of tensors that are not needed: buffers of older versions, a tied head.
  std::vector<std::string_view> unused_endings;
  // Endings of the table's names, and what older checkpoints have instead.
  std::vector<std::pair<std::string_view, std::string_view>> older_endings = {};
  // For a model with a tied head: the head's names, and the table's names of what it is tied to.
  // Checkpoints may have both, or only the head's.
  std::vector<std::pair<std::string_view, std::string_view>> tied = {};
};

// peft's defaults for a family's low-rank adapters.
struct AdapterDefaults {
  // Modules that get an adapter if an experiment names none. SmolLM3, which peft does not know, has
  // Llama's.
  std::vector<std::string_view> targets = {"q_proj", "v_proj"};
  bool fan_in_fan_out = false;  // linear weights are stored (in, out), as in transformers' Conv1D
};

// The projection of hidden states (C) to the vocabulary or to labels (V).
struct Head {
  Parameter weight;               // (V, C)
  std::optional<Parameter> bias;  // (V)
};

// Matrix products run in the parameters' compute type. What Hugging Face Trainer keeps in fp32
// under autocast stays in fp32: norms, softmax, the sum of the residual branches, losses.
class Model {
 public:
  virtual ~Model() = default;

  virtual const ParameterTable& table() const = 0;
  virtual std::int64_t vocab_size() const = 0;
  virtual std::int64_t max_positions() const = 0;

  virtual WeightNames weight_names() const = 0;
  virtual AdapterDefaults adapter_defaults() const { return {}; }

  // Returns config.json as Hugging Face writes it, with architectures, model_type and the
  // tokenizer's ids if they are known.
  virtual Map config() const = 0;

  // Returns what all layers share, computed once per forward pass: rotary angles, for example.
  virtual std::vector<at::Tensor> shared(const Batch&) const { return {}; }

  // The forward pass in parts, one per entry of the table: the first is the embedding's, the last
  // is finish()'s, those between are layers. Each depends only on its arguments, so calling it
  // again gives the same result.

  // input_ids (B, T) int64 -> (B*T, C)
  virtual at::Tensor embed(const LayerParameters& parameters, const Context& context) const = 0;
  // Layer `index` (from 0): x (B*T, C) -> (B*T, C)
  virtual at::Tensor layer(std::int64_t index, const at::Tensor& x,
                           const LayerParameters& parameters, const Context& context) const = 0;
  // Applies what comes between the last layer and the head, such as a final norm, to the rows that
  // predict: x (N, C) -> (N, C)
  virtual at::Tensor finish(const at::Tensor& x, const LayerParameters& parameters,
                            const Context& context) const = 0;
  // Returns what transformers outputs as the last hidden state: x (N, C) -> (N, C).
  virtual at::Tensor last_hidden_state(const at::Tensor& x, const LayerParameters& parameters,
                                       const Context& context) const {
    return finish(x, parameters, context);
  }

  // Tied to the embedding if the configuration says so.
  virtual Head head(const Parameters& parameters) const = 0;
};

// The type that matrix products run in, as Parameters takes it.
at::ScalarType compute_type(PrecisionKind precision);
// The type of trained parameters and of tensors that have their shape.
at::ScalarType trained_type(PrecisionKind precision);

// Returns config.json `config` (empty for a new model) with model.overrides applied, each value in
// one spelling (config_spelling.h). Errors: an override that is not a key of this kind of model
// (the nearest is suggested), or that would have no effect.
Result<Map> apply_overrides(const std::string& kind, const Map& config, const Map& overrides);

// `kind` is model.kind; `config` is config.json with model.overrides applied, which gives the
// number of labels for a classification head. Errors: a value of the wrong type or out of range,
// inconsistent dimensions (n_embd not divisible by n_head), a model_type other than `kind`, a head
// that transformers does not have for this kind.
Result<std::unique_ptr<Model>> make_model(const std::string& kind, const Map& config,
                                          HeadKind head = HeadKind::language_modeling);

// Which token sequence classification reads in models of this kind.
SummaryToken summary_token(const std::string& kind);

}  // namespace trainyard
