// SPDX-License-Identifier: GPL-3.0-or-later
// Which model is trained, and from which weights.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class ModelKind { gpt2, bert, llama, qwen2, qwen3, gemma3, smollm3, mamba };
template <>
struct Names<ModelKind> {
  static constexpr std::pair<ModelKind, std::string_view> all[] = {
      {ModelKind::gpt2, "gpt2"},       {ModelKind::bert, "bert"},   {ModelKind::llama, "llama"},
      {ModelKind::qwen2, "qwen2"},     {ModelKind::qwen3, "qwen3"}, {ModelKind::gemma3, "gemma3"},
      {ModelKind::smollm3, "smollm3"}, {ModelKind::mamba, "mamba"}};
};

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
