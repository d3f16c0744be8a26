// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model.h"

#include <algorithm>

#include "engine/system/comma_list.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/messages.h"
#include "engine/model/architecture.h"
#include "engine/model/config_spelling.h"

namespace trainyard {

namespace {

const Architecture kArchitectures[] = {
    gpt2_architecture(),    llama_architecture(),  qwen2_architecture(),
    qwen3_architecture(),   gemma3_architecture(), bert_architecture(),
    smollm3_architecture(), mamba_architecture(),  mistral_architecture()};

Result<const Architecture*> architecture_of(const std::string& kind) {
  const auto* found = std::ranges::find(kArchitectures, kind, &Architecture::kind);
  if (found != std::end(kArchitectures)) return found;
  return make_error(
      "model.kind",
      {{"kind", kind},
       {"known", comma_list(kArchitectures | std::views::transform(&Architecture::kind))}});
}

Error unknown_override(const Architecture& architecture, const std::string& key) {
  Map arguments = {{"key", key}, {"kind", std::string(architecture.kind)}};
  const auto meant = nearest(key, architecture.config_keys);
  if (!meant) return make_error("model.override", std::move(arguments));
  arguments.emplace_back("nearest", *meant);
  return make_error("model.override_near", std::move(arguments));
}

double approximate_parameters(const ParameterTable& table) {
  double sum = 0;
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters) {
      double count = 1;
      for (const std::int64_t extent : spec.shape) count *= static_cast<double>(extent);
      sum += count;
    }
  return sum;
}

}  // namespace

std::span<const Architecture> architectures() { return kArchitectures; }

at::ScalarType compute_type(PrecisionKind precision) {
  switch (precision) {
    case PrecisionKind::bf16:
    case PrecisionKind::pure_bf16:
      return at::kBFloat16;
    case PrecisionKind::fp16:
      return at::kHalf;
    case PrecisionKind::fp32:
      break;
  }
  return at::kFloat;
}

at::ScalarType trained_type(PrecisionKind precision) {
  return precision == PrecisionKind::pure_bf16 ? at::kBFloat16 : at::kFloat;
}

Result<Map> apply_overrides(const std::string& kind, const Map& config, const Map& overrides) {
  TRY(const Architecture* architecture, architecture_of(kind));
  for (const auto& override : overrides)
    if (std::ranges::find(architecture->config_keys, override.first) ==
        architecture->config_keys.end())
      return unknown_override(*architecture, override.first);
  return lay_over(kind, config, overrides);
}

SummaryToken summary_token(const std::string& kind) {
  const auto architecture = architecture_of(kind);
  return architecture ? (*architecture)->summary : SummaryToken::last;
}

Result<std::unique_ptr<Model>> make_model(const std::string& kind, const Map& config,
                                          HeadKind head) {
  TRY(const Architecture* architecture, architecture_of(kind));
  TRY(auto model, architecture->make(with_one_spelling(kind, config), head));
  // The exact count would overflow.
  constexpr double kMaxParameters = 1e15;
  if (const double parameters = approximate_parameters(model->table()); parameters > kMaxParameters)
    return make_error("model.too_large", {{"parameters", parameters}});
  return model;
}

}  // namespace trainyard
