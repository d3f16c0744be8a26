// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/model_names.h"

#include <algorithm>

#include "engine/contract/experiment/scalar.h"
#include "remote/import/key_table.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr std::size_t kOverridesLimit = 4096;  // in characters

struct NamePart {
  std::string_view part;
  std::optional<ModelKind> kind;  // absent: a separate architecture that the engine does not have
};

// The first part that the name contains counts, so longer ones come before those that they contain.
constexpr NamePart kNameParts[] = {
    {"distilgpt2", ModelKind::gpt2},
    {"gpt2", ModelKind::gpt2},
    {"distilbert", {}},
    {"modernbert", {}},
    {"mobilebert", {}},
    {"roberta", {}},
    {"deberta", {}},
    {"albert", {}},
    {"camembert", {}},
    {"flaubert", {}},
    {"bert", ModelKind::bert},
    {"smollm3", ModelKind::smollm3},
    {"smollm", ModelKind::llama},
    {"llama4", {}},
    {"llama-4", {}},
    {"llama", ModelKind::llama},
    {"vicuna", ModelKind::llama},
    // The organization's name contains the family's, so what else it has comes first.
    {"mixtral", {}},
    {"pixtral", {}},
    {"ministral", {}},
    {"voxtral", {}},
    {"mamba-codestral", {}},
    {"mistral3", {}},
    {"mistral-small-3.", {}},
    {"mistral", ModelKind::mistral},
    {"zephyr-7b", ModelKind::mistral},
    {"qwen3-next", {}},
    {"qwen3_next", {}},
    {"qwen3_moe", {}},
    {"qwen3", ModelKind::qwen3},
    {"qwen2_moe", {}},
    {"qwen2", ModelKind::qwen2},
    {"qwen1.5", ModelKind::qwen2},
    {"gemma-3", ModelKind::gemma3},
    {"gemma3", ModelKind::gemma3},
    {"falcon-mamba", {}},
    {"falcon_mamba", {}},
    {"mamba2", {}},
    {"mamba", ModelKind::mamba},
};

const Setting* given_text(const Settings& settings, std::string_view key) {
  const Setting* setting = find_setting(settings, key);
  return setting && !asks_nothing(KeyRow{}, setting->value) ? setting : nullptr;
}

// "gpt2" and "org/name" may be names on the Hub; explicit paths are not.
bool may_be_hub_name(std::string_view text) {
  return !text.empty() && text.front() != '/' && text.front() != '.' && text.front() != '~' &&
         text.front() != '$' && std::count(text.begin(), text.end(), '/') <= 1;
}

void set_folder(const Setting* setting, const char* path, Draft& draft) {
  if (!setting) return;
  draft.set(path, setting->value, setting->origin);
  const auto* text = setting->value.get_if<std::string>();
  if (text && may_be_hub_name(*text))
    draft.note("import.hub_name", setting->origin, {{"found", shortened(*text)}, {"field", path}});
}

// "n_embd=1024,n_head=16", parsed like GPT2Config.update_from_string.
void carry_overrides(const Setting& setting, Draft& draft) {
  const auto* text = setting.value.get_if<std::string>();
  Map overrides;
  bool is_readable = text != nullptr && text->size() <= kOverridesLimit;
  for (std::string_view rest = text ? *text : std::string_view(); !rest.empty() && is_readable;) {
    const auto end = std::min(rest.find(','), rest.size());
    const std::string_view one = rest.substr(0, end);
    const auto equals = one.find('=');
    is_readable = equals != one.npos && equals > 0 && equals + 1 < one.size();
    if (is_readable) {
      const Scalar scalar = read_scalar(one.substr(equals + 1));
      const std::string key(one.substr(0, equals));
      is_readable = scalar.kind == Scalar::Kind::value && !find(overrides, key);
      overrides.emplace_back(key, scalar.value);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (is_readable) return draft.set("model.overrides", overrides, setting.origin);
  draft.note("import.bad_value", setting.origin,
             {{"found", shortened(setting.value)}, {"expected", "key=value,key=value"}});
}

}  // namespace

std::optional<ModelKind> model_kind_of(std::string_view name) {
  const std::string word = word_of(std::string(name));
  for (const NamePart& candidate : kNameParts)
    if (word.find(candidate.part) != word.npos) return candidate.kind;
  return std::nullopt;
}

void carry_model(const Settings& settings, Draft& draft) {
  const Setting *name = given_text(settings, "model_name_or_path"),
                *type = given_text(settings, "model_type"),
                *config = given_text(settings, "config_name"),
                *overrides = given_text(settings, "config_overrides");
  if (name && overrides)
    draft.refuse(
        make_error("import.overrides_of_weights",
                   {{"first", place_of(name->origin)}, {"second", place_of(overrides->origin)}}));
  // A configuration of its own says what to build where nothing else does.
  if (!name && !type)
    type = config;
  else if (config && word_of(config->value) != word_of((name ? name : type)->value))
    draft.note("import.no_counterpart", config->origin, {{"found", shortened(config->value)}});
  for (const Setting* setting : {name, type}) {
    if (!setting) continue;
    const auto kind = model_kind_of(word_of(setting->value));
    if (kind)
      draft.set("model.kind", std::string(name_of(*kind)), setting->origin);
    else if (setting == type || !type)
      draft.note("import.unknown_model", setting->origin, {{"found", shortened(setting->value)}});
  }
  set_folder(name, "model.pretrained", draft);
  set_folder(given_text(settings, "tokenizer_name"), "data.tokenizer", draft);
  if (overrides) carry_overrides(*overrides, draft);
}

}  // namespace trainyard
