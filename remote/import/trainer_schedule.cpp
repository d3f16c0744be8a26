// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/trainer_schedule.h"

#include <cstdio>
#include <cstdlib>

#include "engine/contract/experiment/optimizer.h"
#include "engine/contract/experiment/schedule.h"
#include "remote/import/key_table.h"
#include "remote/import/setting_file.h"

namespace trainyard {
namespace {

constexpr KeyRow kScheduleRows[] = {
    {"num_cycles", Use::field, "", "schedule.num_cycles"},
    {"power", Use::field, "", "schedule.power"},
    {"lr_end", Use::field, "", "schedule.minimum_learning_rate"},
    {"min_lr", Use::field, "", "schedule.minimum_learning_rate"},
    {"min_lr_rate", Use::combined},
    {"min_lr_ratio", Use::combined},
    {"timescale", Use::field, "", "schedule.timescale"},
    {"num_decay_steps", Use::field, "", "schedule.decay_steps"},
    {"num_stable_steps", Use::no_counterpart},
    {"warmup_type", Use::no_counterpart, "linear"},
    {"decay_type", Use::no_counterpart, "cosine"},
};

// lr_scheduler_kwargs without its prefix; on a command line it is JSON.
Settings keywords_of(const Settings& settings, Draft& draft) {
  constexpr std::string_view prefix = "lr_scheduler_kwargs.";
  Settings out;
  for (const Setting& setting : settings) {
    if (setting.key.starts_with(prefix))
      out.push_back({setting.key.substr(prefix.size()), setting.value, setting.origin});
    if (setting.key != "lr_scheduler_kwargs" || asks_nothing(KeyRow{}, setting.value)) continue;
    if (const auto inner = settings_in(setting))
      for (const Setting& one : *inner)
        out.push_back({one.key.substr(prefix.size()), one.value, one.origin});
    else
      draft.note("import.bad_value", setting.origin,
                 {{"found", shortened(setting.value)}, {"expected", "JSON"}});
  }
  return out;
}

// 2.0000000000000003e-06 -> 2e-06: rounds a product of decimal numbers.
double rounded(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.12g", number);
  return std::strtod(text, nullptr);
}

std::optional<double> number_in(const Setting* setting) {
  if (!setting) return std::nullopt;
  const Value number = number_of(setting->value);
  if (const auto* whole = number.get_if<std::int64_t>()) return static_cast<double>(*whole);
  const auto* real = number.get_if<double>();
  return real ? std::optional(*real) : std::nullopt;
}

// transformers' schedules have the same names here; two are only DeepSpeed's.
bool is_trainer_schedule(std::string_view word) {
  for (const auto& [kind, name] : Names<ScheduleKind>::all)
    if (name == word)
      return kind != ScheduleKind::warmup_lr && kind != ScheduleKind::warmup_decay_lr;
  return false;
}

void carry_kind(const Settings& settings, Draft& draft) {
  const Setting* type = find_setting(settings, "lr_scheduler_type");
  if (type && asks_nothing(KeyRow{}, type->value)) type = nullptr;
  if (const Origin* other = draft.origin("schedule.kind")) {
    if (type) draft.note("import.overruled", type->origin, {{"other", place_of(*other)}});
    return;
  }
  const std::string word = type ? word_of(type->value) : "linear";
  const bool is_ours = is_trainer_schedule(word);
  if (word == "cosine_with_min_lr" || word == "cosine_warmup_with_min_lr")
    draft.set("schedule.kind", "cosine", type->origin);
  else if (!is_ours)
    draft.note("import.no_counterpart", type->origin, {{"found", shortened(type->value)}});
  else if (type)
    draft.set("schedule.kind", word, type->origin);
  const Settings keywords = keywords_of(settings, draft);
  carry_over(kScheduleRows, keywords, draft);
  for (const char* key : {"min_lr_rate", "min_lr_ratio"}) {
    const Setting* share = find_setting(keywords, key);
    const auto number = number_in(share);
    if (!number) continue;
    const Value* rate = draft.value("optimizer.learning_rate");
    const auto* real = rate ? rate->get_if<double>() : nullptr;
    const double peak = real ? *real : OptimizerSection().learning_rate;
    draft.set("schedule.minimum_learning_rate", rounded(*number * peak), share->origin);
  }
  if (word == "polynomial")
    draft.set_default("schedule.minimum_learning_rate", 1e-7, "lr_end by default");
}

}  // namespace

void carry_schedule(const Settings& settings, Draft& draft) {
  carry_kind(settings, draft);
  const Setting* steps = find_setting(settings, "warmup_steps");
  if (!steps) steps = find_setting(settings, "num_warmup_steps");
  const Setting* share = find_setting(settings, "warmup_ratio");
  const auto number = number_in(steps);
  // Since transformers 5, a warmup_steps below 1 is a share.
  if (number && *number > 0 && *number < 1)
    draft.set("schedule.warmup_ratio", *number, steps->origin);
  else if (number && *number != 0)
    draft.set("schedule.warmup_steps", *number, steps->origin);
  else if (steps && !number && !asks_nothing(KeyRow{}, steps->value))
    draft.set("schedule.warmup_steps", steps->value, steps->origin);
  if (!share || asks_nothing(KeyRow{.same = "0"}, share->value)) return;
  const Value* taken = draft.value("schedule.warmup_steps");
  if (const Origin* other = draft.origin("schedule.warmup_steps"); other && *taken != Value(0))
    return draft.note("import.overruled", share->origin, {{"other", place_of(*other)}});
  draft.set("schedule.warmup_ratio", share->value, share->origin);
}

}  // namespace trainyard
