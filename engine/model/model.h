// SPDX-License-Identifier: GPL-3.0-or-later
// What training needs of an architecture: its parameter table and a forward that is a sequence of
// functions of (input, parameters), so that the one loop over layers (forward.h) can recompute,
// gather and free without knowing it.
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

// What stands on the last layer.
enum class HeadKind { language_modeling, sequence_classification, token_classification };

// The token whose hidden state stands for its whole row.
enum class SummaryToken { first, last };

struct ForwardMode {
  // Dropout is applied in training only.
  bool training = true;
  // What the backward pass computes again: full, layers, which keep nothing but their input;
  // selective, the weights of attention where they exist.
  Recompute recompute = Recompute::none;
  // What the backward pass needs waits in main memory (activation_offload.h).
  bool offload_activations = false;
  // Dropout of attention inside its fused kernel, which keeps no weights: its masks depend on the
  // rows of the micro-batch together, and are other ones on other devices.
  bool fused_attention_dropout = false;
  // In training only: how much noise the embeddings get (Jain et al., 2023); 0: none.
  double neftune_noise_alpha = 0.0;
};

// The forward that a layer is a part of.
struct Context {
  Batch batch;
  ForwardMode mode;
  // (B, 1, T, T) bool: which tokens a token sees, those of its document; undefined: all of its row,
  // or, with batch.document_ends, attention finds it out.
  at::Tensor same_document;
  std::vector<at::Tensor> shared;  // the model's shared()

  std::int64_t rows() const { return batch.input_ids.size(0); }
  std::int64_t length() const { return batch.input_ids.size(1); }
};

// How a family's Hugging Face folders differ from its parameter table.
struct WeightNames {
  std::string_view base_prefix;  // of the table's names; folders of the bare model leave it out
  // Tensors whose names end so and that nothing needs: buffers of older versions, a tied head.
  std::vector<std::string_view> unused_endings;
  // Endings of the table's names, and what older folders have in their place.
  std::vector<std::pair<std::string_view, std::string_view>> older_endings = {};
  // Of a model whose head is tied: the head's names, and the table's of what it is tied to. Folders
  // may have both, or the head's alone.
  std::vector<std::pair<std::string_view, std::string_view>> tied = {};
};

// What peft takes for granted of a family's low-rank adapters.
struct AdapterDefaults {
  // Modules that get one where an experiment names none. SmolLM3 has Llama's, which peft does not
  // know.
  std::vector<std::string_view> targets = {"q_proj", "v_proj"};
  bool fan_in_fan_out = false;  // linear weights lie (in, out), as those of transformers' Conv1D
};

// The projection of hidden states (C) on the vocabulary or on labels (V).
struct Head {
  Parameter weight;               // (V, C)
  std::optional<Parameter> bias;  // (V)
};

// Matrix products run in the parameters' compute type, and what Hugging Face Trainer keeps in fp32
// under autocast stays there: norms, softmax, the sum of the residual branches, losses.
class Model {
 public:
  virtual ~Model() = default;

  virtual const ParameterTable& table() const = 0;
  virtual std::int64_t vocab_size() const = 0;
  virtual std::int64_t max_positions() const = 0;

  virtual WeightNames weight_names() const = 0;
  virtual AdapterDefaults adapter_defaults() const { return {}; }

  // config.json as Hugging Face writes it, with architectures, model_type and the tokenizer's ids
  // where they are known.
  virtual Map config() const = 0;

  // What all layers use alike, computed once a forward: rotary angles, for instance.
  virtual std::vector<at::Tensor> shared(const Batch&) const { return {}; }

  // The forward in its parts, each with its entry of the table: the first is the embedding's, the
  // last is finish()'s, those between are layers. Each is a function of its arguments alone, so
  // that calling it again gives the same.

  // input_ids (B, T) int64 -> (B*T, C)
  virtual at::Tensor embed(const LayerParameters& parameters, const Context& context) const = 0;
  // Layer `index` (from 0): x (B*T, C) -> (B*T, C)
  virtual at::Tensor layer(std::int64_t index, const at::Tensor& x,
                           const LayerParameters& parameters, const Context& context) const = 0;
  // What stands between the last layer and the head, its norm for instance, for the rows that
  // predict: x (N, C) -> (N, C)
  virtual at::Tensor finish(const at::Tensor& x, const LayerParameters& parameters,
                            const Context& context) const = 0;
  // What transformers gives out as the last of its hidden states: x (N, C) -> (N, C).
  virtual at::Tensor last_hidden_state(const at::Tensor& x, const LayerParameters& parameters,
                                       const Context& context) const {
    return finish(x, parameters, context);
  }

  // Tied to the embedding where the configuration says so.
  virtual Head head(const Parameters& parameters) const = 0;
};

// What matrix products run in, as Parameters takes it.
at::ScalarType compute_type(PrecisionKind precision);
// What is trained, and what follows its shape.
at::ScalarType trained_type(PrecisionKind precision);

// config.json `config` (empty for a new model) with model.overrides applied. Errors: an override
// that is no key of this kind of model (the nearest is named).
Result<Map> apply_overrides(const std::string& kind, const Map& config, const Map& overrides);

// `kind` is model.kind; `config` is config.json with model.overrides applied, which says how many
// labels a classifying head has. Errors: a value of the wrong type or out of range, a shape that
// does not fit (n_embd not divisible by n_head), a model_type other than `kind`, a head that
// transformers does not have for this kind.
Result<std::unique_ptr<Model>> make_model(const std::string& kind, const Map& config,
                                          HeadKind head = HeadKind::language_modeling);

// Which token sequence classification reads in models of this kind.
SummaryToken summary_token(const std::string& kind);

}  // namespace trainyard
