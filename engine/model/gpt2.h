// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2 (Radford et al., 2019), with the names and values of transformers' GPT2LMHeadModel.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/model/classifier.h"
#include "engine/model/model.h"

namespace trainyard {

enum class Activation { gelu_tanh, gelu, relu };

struct Gpt2Config {
  std::int64_t vocab_size = 50257;
  std::int64_t n_positions = 1024;
  std::int64_t n_embd = 768;
  std::int64_t n_layer = 12;
  std::int64_t n_head = 12;
  std::int64_t n_inner = 3072;
  Activation activation = Activation::gelu_tanh;
  double resid_pdrop = 0.1;
  double embd_pdrop = 0.1;
  double attn_pdrop = 0.1;
  double layer_norm_epsilon = 1e-5;
  double initializer_range = 0.02;
  bool scale_attn_weights = true;
  bool scale_attn_by_inverse_layer_idx = false;
  bool tie_word_embeddings = true;
  HeadKind head = HeadKind::language_modeling;
  Classifier classifier;  // for classification only

  bool is_language_model() const { return head == HeadKind::language_modeling; }
};

// The keys that model.overrides may contain.
const std::vector<std::string>& gpt2_config_keys();

Result<Gpt2Config> read_gpt2_config(const Map& config, HeadKind head = HeadKind::language_modeling);

// Layers "embedding" (wte, wpe), "h.0" ..., "final" (ln_f, and the head unless it is tied).
ParameterTable gpt2_table(const Gpt2Config& config);

// `config` is kept for Model::config().
Result<std::unique_ptr<Model>> make_gpt2(const Map& config,
                                         HeadKind head = HeadKind::language_modeling);

}  // namespace trainyard
