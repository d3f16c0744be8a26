// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_spelling.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"

namespace trainyard {

namespace {

constexpr const char *kRopeScaling = "rope_scaling", *kRopeParameters = "rope_parameters",
                     *kRopeTheta = "rope_theta", *kRopeLocalTheta = "rope_local_base_freq",
                     *kFullAttention = "full_attention", *kSlidingAttention = "sliding_attention";

// What transformers calls attribute_map: the general name stands above the model's own.
constexpr std::pair<const char*, const char*> kGpt2Names[] = {
    {"hidden_size", "n_embd"},
    {"max_position_embeddings", "n_positions"},
    {"num_attention_heads", "n_head"},
    {"num_hidden_layers", "n_layer"}};

// `key` is what `by` would be computed from if the configuration did not have it.
struct Overruled {
  std::string_view kind;
  const char *key, *by;
};
constexpr Overruled kOverruled[] = {{"gemma3", "sliding_window_pattern", "layer_types"},
                                    {"qwen2", "max_window_layers", "layer_types"},
                                    {"qwen2", "use_sliding_window", "layer_types"},
                                    {"qwen3", "max_window_layers", "layer_types"},
                                    {"qwen3", "use_sliding_window", "layer_types"},
                                    {"smollm3", "use_sliding_window", "layer_types"},
                                    {"smollm3", "no_rope_layer_interval", "no_rope_layers"},
                                    {"mamba", "expand", "intermediate_size"}};

constexpr std::string_view kRotaryParts[] = {"rope_type",
                                             "type",
                                             "rope_theta",
                                             "factor",
                                             "low_freq_factor",
                                             "high_freq_factor",
                                             "original_max_position_embeddings",
                                             "beta_fast",
                                             "beta_slow",
                                             "truncate",
                                             "mscale",
                                             "mscale_all_dim",
                                             "attention_factor",
                                             "partial_rotary_factor"};

bool has_rotary(std::string_view kind) {
  return kind != "gpt2" && kind != "bert" && kind != "mamba";
}

void take_out(Map& map, std::string_view key) {
  std::erase_if(map, [&](const auto& entry) { return entry.first == key; });
}

// Where it is, if it is there.
void put_value(Map& map, const std::string& key, Value value) {
  const auto place =
      std::ranges::find_if(map, [&](const auto& entry) { return entry.first == key; });
  if (place == map.end())
    map.emplace_back(key, std::move(value));
  else
    place->second = std::move(value);
}

void set_all(Map& map, const Map& values) {
  for (const auto& [key, value] : values) put_value(map, key, value);
}

// Null and an empty object count as absent, as in transformers.
bool has_value(const Map& map, const char* key) {
  const Value* value = find(map, key);
  if (!value || value->is_null()) return false;
  const Map* object = value->get_if<Map>();
  return !object || !object->empty();
}

void use_own_names(Map& config) {
  for (const auto& [general, own] : kGpt2Names) {
    if (has_value(config, general)) {
      Value value = *find(config, general);
      put_value(config, own, std::move(value));
    }
    take_out(config, general);
  }
}

// A base within the object stands above the one beside it.
void keep_inner_theta(Map& config, const char* object) {
  const Map inner = get<Map>(config, object);
  const Value *within = find(inner, kRopeTheta), *beside = find(config, kRopeTheta);
  if (within && beside && *within != *beside) take_out(config, kRopeTheta);
}

void keep_one_rotary(Map& config) {
  if (has_value(config, kRopeScaling))
    take_out(config, kRopeParameters);
  else if (has_value(config, kRopeParameters))
    take_out(config, kRopeScaling);
  keep_inner_theta(config, kRopeScaling);
  keep_inner_theta(config, kRopeParameters);
}

void set_inner(Map& config, const char* layers, const char* key, const Value& value) {
  Map both = get<Map>(config, kRopeParameters), inner = get<Map>(both, layers);
  put_value(inner, key, value);
  put_value(both, layers, std::move(inner));
  put_value(config, kRopeParameters, std::move(both));
}

void move_theta(Map& config, const char* from, const char* layers) {
  const Map inner = get<Map>(get<Map>(config, kRopeParameters), layers);
  if (has_value(config, from) && !has_value(inner, kRopeTheta))
    set_inner(config, layers, kRopeTheta, *find(config, from));
  take_out(config, from);
}

// `rope_parameters` has settings for both kinds of layers, which older keys complete.
void keep_one_rotary_of_gemma3(Map& config) {
  take_out(config, "_sliding_window_pattern");  // transformers reads the public key only
  Map scaling = get<Map>(config, kRopeScaling);
  if (!find(scaling, "rope_type")) take_out(scaling, "type");  // as there
  if (!has_value(config, kRopeParameters)) {
    if (!scaling.empty()) put_value(config, kRopeScaling, std::move(scaling));
    return;
  }
  for (const auto& [key, value] : scaling) set_inner(config, kFullAttention, key.c_str(), value);
  take_out(config, kRopeScaling);
  move_theta(config, kRopeTheta, kFullAttention);
  move_theta(config, kRopeLocalTheta, kSlidingAttention);
}

// A number of labels stands above names of another number, which transformers then makes up.
void keep_one_number_of_labels(Map& config) {
  const Value* number = find(config, "num_labels");
  const auto names = static_cast<std::int64_t>(get<Map>(config, "id2label").size());
  if (!number || !number->get_if<std::int64_t>() || *number == Value(names)) return;
  take_out(config, "id2label");
  take_out(config, "label2id");
}

Error twice(const char* key, const char* other) {
  return make_error("model.override_twice", {{"key", key}, {"other", other}});
}

Result<void> check_said_once(std::string_view kind, const Map& overrides) {
  if (kind == "gpt2")
    for (const auto& [general, own] : kGpt2Names)
      if (has_value(overrides, general) && has_value(overrides, own)) return twice(general, own);
  if (has_value(overrides, kRopeScaling) && has_value(overrides, kRopeParameters))
    return twice(kRopeScaling, kRopeParameters);
  if (!has_value(overrides, kRopeTheta)) return {};
  for (const char* key : {kRopeScaling, kRopeParameters}) {
    const Map object = get<Map>(overrides, key);
    if (find(object, kRopeTheta) || find(get<Map>(object, kFullAttention), kRopeTheta))
      return twice(kRopeTheta, key);
  }
  return {};
}

Result<void> check_not_overruled(std::string_view kind, const Map& config, const Map& overrides) {
  for (const Overruled& rule : kOverruled) {
    const Value *wanted = find(overrides, rule.key), *there = find(config, rule.key);
    if (kind != rule.kind || !wanted || find(overrides, rule.by)) continue;
    if (!has_value(config, rule.by) || (there && *there == *wanted)) continue;
    if (*wanted == Value(false)) continue;  // without windows the list has no effect
    return make_error("model.override_overruled", {{"key", rule.key}, {"other", rule.by}});
  }
  return {};
}

Result<void> check_parts(const std::string& key, const Map& settings) {
  for (const auto& entry : settings)
    if (std::ranges::find(kRotaryParts, entry.first) == std::end(kRotaryParts))
      return make_error("model.override_part",
                        {{"key", key}, {"part", entry.first}, {"known", comma_list(kRotaryParts)}});
  return {};
}

Result<void> check_rotary(std::string_view kind, const Map& overrides) {
  const Map scaling = get<Map>(overrides, kRopeScaling),
            parameters = get<Map>(overrides, kRopeParameters);
  TRY(check_parts(kRopeScaling, scaling));
  if (kind != "gemma3") return check_parts(kRopeParameters, parameters);
  if (find(scaling, "type") && !find(scaling, "rope_type"))
    return make_error("model.override_part",
                      {{"key", kRopeScaling}, {"part", "type"}, {"known", "rope_type"}});
  for (const auto& [layers, settings] : parameters) {
    const std::string key = std::string(kRopeParameters) + "." + layers;
    const Map* part = settings.get_if<Map>();
    if ((layers != kFullAttention && layers != kSlidingAttention) || (!part && !settings.is_null()))
      return make_error("model.override_part", {{"key", kRopeParameters},
                                                {"part", layers},
                                                {"known", "full_attention, sliding_attention"}});
    if (part) {
      TRY(check_parts(key, *part));
    }
  }
  return {};
}

// The base that the configuration has within one of its objects.
void keep_theta_beside(Map& config) {
  const Map parameters = get<Map>(config, kRopeParameters);
  if (const Value* theta = find(parameters, kRopeTheta)) put_value(config, kRopeTheta, *theta);
}

void lay_theta(Map& config, const Value& theta) {
  bool is_within = false;
  for (const char* key : {kRopeScaling, kRopeParameters}) {
    Map object = get<Map>(config, key);
    if (!find(object, kRopeTheta)) continue;
    put_value(object, kRopeTheta, theta);
    put_value(config, key, std::move(object));
    is_within = true;
  }
  if (!is_within || find(config, kRopeTheta)) put_value(config, kRopeTheta, theta);
}

void lay_rotary(Map& config, const Map& overrides) {
  if (const Value* parameters = find(overrides, kRopeParameters)) {
    take_out(config, kRopeScaling);
    put_value(config, kRopeParameters, *parameters);
  }
  if (const Value* scaling = find(overrides, kRopeScaling)) {
    if (!has_value(overrides, kRopeParameters)) {
      keep_theta_beside(config);
      take_out(config, kRopeParameters);
    }
    put_value(config, kRopeScaling, *scaling);
  }
  if (const Value* theta = find(overrides, kRopeTheta)) lay_theta(config, *theta);
}

void lay_rotary_of_gemma3(Map& config, const Map& overrides) {
  if (const Value* parameters = find(overrides, kRopeParameters)) {
    take_out(config, kRopeScaling);
    put_value(config, kRopeParameters, *parameters);
  }
  const bool is_for_both = has_value(config, kRopeParameters);
  if (const Value* scaling = find(overrides, kRopeScaling)) {
    if (!is_for_both) {
      put_value(config, kRopeScaling, *scaling);
    } else if (!has_value(overrides, kRopeParameters)) {
      Map both = get<Map>(config, kRopeParameters), full{{"rope_type", "default"}};
      if (const Value* theta = find(get<Map>(both, kFullAttention), kRopeTheta))
        full.emplace_back(kRopeTheta, *theta);
      set_all(full, get<Map>(overrides, kRopeScaling));
      put_value(both, kFullAttention, std::move(full));
      put_value(config, kRopeParameters, std::move(both));
    }
  }
  if (const Value* theta = find(overrides, kRopeTheta)) {
    if (is_for_both)
      set_inner(config, kFullAttention, kRopeTheta, *theta);
    else
      lay_theta(config, *theta);
  }
  if (const Value* theta = find(overrides, kRopeLocalTheta)) {
    if (is_for_both)
      set_inner(config, kSlidingAttention, kRopeTheta, *theta);
    else
      put_value(config, kRopeLocalTheta, *theta);
  }
}

bool is_rotary_key(std::string_view key) {
  return key == kRopeScaling || key == kRopeParameters || key == kRopeTheta ||
         key == kRopeLocalTheta;
}

}  // namespace

Map with_one_spelling(const std::string& kind, Map config) {
  keep_one_number_of_labels(config);
  if (kind == "gpt2") use_own_names(config);
  if (kind == "gemma3")
    keep_one_rotary_of_gemma3(config);
  else if (has_rotary(kind))
    keep_one_rotary(config);
  return config;
}

Result<Map> lay_over(const std::string& kind, Map config, const Map& overrides) {
  TRY(check_said_once(kind, overrides));
  TRY(check_rotary(kind, overrides));
  config = with_one_spelling(kind, std::move(config));
  Map given = overrides;
  if (kind == "gpt2") use_own_names(given);
  TRY(check_not_overruled(kind, config, given));
  for (const auto& [key, value] : given)
    if (!is_rotary_key(key)) put_value(config, key, value);
  if (kind == "gemma3")
    lay_rotary_of_gemma3(config, given);
  else if (has_rotary(kind))
    lay_rotary(config, given);
  return with_one_spelling(kind, std::move(config));
}

}  // namespace trainyard
