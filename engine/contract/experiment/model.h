// Which model is trained, and from which weights.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class ModelKind { gpt2, bert, llama, qwen2, qwen3, gemma3 };
template <> struct Names<ModelKind> {
  static constexpr std::pair<ModelKind, std::string_view> all[] = {{ModelKind::gpt2, "gpt2"}, {ModelKind::bert, "bert"},
      {ModelKind::llama, "llama"}, {ModelKind::qwen2, "qwen2"}, {ModelKind::qwen3, "qwen3"}, {ModelKind::gemma3, "gemma3"}};
};

struct ModelSection {
  ModelKind kind = ModelKind::gpt2;
  std::optional<std::string> pretrained;
  Map overrides;
};

inline void describe(Section<ModelSection>& section) {
  section.field("kind", &ModelSection::kind);
  section.field("pretrained", &ModelSection::pretrained);
  section.field("overrides", &ModelSection::overrides);
}

}  // namespace trainyard
