// SPDX-License-Identifier: GPL-3.0-or-later
// Which model is trained, and from which weights.
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

enum class ModelKind { gpt2, bert, llama, qwen2, qwen3, gemma3, smollm3, mamba };
template <>
struct Names<ModelKind> {
  static constexpr std::pair<ModelKind, std::string_view> all[] = {
      {ModelKind::gpt2, "gpt2"},       {ModelKind::bert, "bert"},   {ModelKind::llama, "llama"},
      {ModelKind::qwen2, "qwen2"},     {ModelKind::qwen3, "qwen3"}, {ModelKind::gemma3, "gemma3"},
      {ModelKind::smollm3, "smollm3"}, {ModelKind::mamba, "mamba"}};
};

// What document rules need to know about a family; everything else is in its file in engine/model.
// Sizes that vary between models are 0.
struct ModelTraits {
  ModelKind kind;
  bool is_bidirectional = false;  // tokens also see later ones
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
    {.kind = ModelKind::gemma3},
    {.kind = ModelKind::smollm3},
    {.kind = ModelKind::mamba}};
static_assert(std::size(kModelTraits) == std::size(Names<ModelKind>::all));

constexpr const ModelTraits& traits_of(ModelKind kind) {
  for (const ModelTraits& traits : kModelTraits)
    if (traits.kind == kind) return traits;
  return kModelTraits[0];
}

struct ModelSection {
  ModelKind kind = ModelKind::gpt2;
  std::optional<std::string> pretrained;
  Map overrides;
  bool resize_vocabulary = false;
};

inline void describe(Section<ModelSection>& section) {
  section.field("kind", &ModelSection::kind)
      .label("Architecture")
      .help("Model architecture. It must match the pretrained folder if one is given.")
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("pretrained", &ModelSection::pretrained)
      .label("Pretrained weights")
      .help("Hugging Face folder to start from. Null starts from random weights.")
      .path()
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("overrides", &ModelSection::overrides)
      .label("Config overrides")
      .help(
          "Values of config.json that replace the defaults of the architecture or those of the "
          "pretrained folder.")
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("resize_vocabulary", &ModelSection::resize_vocabulary)
      .label("Resize the vocabulary")
      .help(
          "Resizes the embeddings of a pretrained model for a tokenizer with more entries. New "
          "embeddings start as the mean of the others.")
      .when("workload=engine")
      .tier(Tier::expert)
      .affects(Affects::numerics);
}

}  // namespace trainyard
