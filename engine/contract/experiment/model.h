// SPDX-License-Identifier: GPL-3.0-or-later
// Which model is trained, and from which weights.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class ModelKind { gpt2, bert, llama, qwen2, qwen3, gemma3, smollm3, mamba, mistral };
template <>
struct Names<ModelKind> {
  static constexpr std::pair<ModelKind, std::string_view> all[] = {
      {ModelKind::gpt2, "gpt2"},       {ModelKind::bert, "bert"},
      {ModelKind::llama, "llama"},     {ModelKind::qwen2, "qwen2"},
      {ModelKind::qwen3, "qwen3"},     {ModelKind::gemma3, "gemma3"},
      {ModelKind::smollm3, "smollm3"}, {ModelKind::mamba, "mamba"},
      {ModelKind::mistral, "mistral"}};
};

// What document rules need to know about a family; everything else is in its file in engine/model.
// Sizes that vary between models are 0.
struct ModelTraits {
  ModelKind kind;
  std::string_view model_type = {};  // in config.json; empty: the kind's name
  bool is_bidirectional = false;     // tokens also see later ones
  const char* positions_key = "max_position_embeddings";
  std::int64_t positions = 0;  // of the smallest, which is created without overrides
  const char* width_key = "hidden_size";
  const char* heads_key = "num_attention_heads";
  std::int64_t width = 0, heads = 0;
};

inline constexpr ModelTraits kModelTraits[] = {
    {.kind = ModelKind::gpt2,
     .positions_key = "n_positions",
     .positions = 1024,
     .width_key = "n_embd",
     .heads_key = "n_head",
     .width = 768,
     .heads = 12},
    {.kind = ModelKind::bert, .is_bidirectional = true, .positions = 512},
    {.kind = ModelKind::llama},
    {.kind = ModelKind::qwen2},
    {.kind = ModelKind::qwen3},
    {.kind = ModelKind::gemma3, .model_type = "gemma3_text"},
    {.kind = ModelKind::smollm3},
    {.kind = ModelKind::mamba},
    {.kind = ModelKind::mistral}};
static_assert(std::size(kModelTraits) == std::size(Names<ModelKind>::all));

constexpr const ModelTraits& traits_of(ModelKind kind) {
  for (const ModelTraits& traits : kModelTraits)
    if (traits.kind == kind) return traits;
  return kModelTraits[0];
}

// What config.json calls the family.
constexpr std::string_view model_type_of(const ModelTraits& traits) {
  return traits.model_type.empty() ? name_of(traits.kind) : traits.model_type;
}

struct ModelSection {
  ModelKind kind = ModelKind::gpt2;
  std::optional<std::string> pretrained;
  Map overrides;
  bool resize_vocabulary = false;
};

void describe(Section<ModelSection>& section);

}  // namespace trainyard
