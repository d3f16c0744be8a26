// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/fsdp.h"

#include <algorithm>

#include "remote/import/key_table.h"

namespace trainyard {
namespace {

Value as_recomputation(const Value& value) { return truth_of(value) ? Value("full") : Value(); }

// Without prefixes. Layers are always the engine's units: how modules are wrapped is its own.
constexpr KeyRow fsdp_rows[] = {
    {"version", Use::combined},
    {"sharding_strategy", Use::combined},
    {"reshard_after_forward", Use::combined},
    {"offload_params", Use::combined},
    {"cpu_offload", Use::combined},
    {"activation_checkpointing", Use::field, "false", "parallel.recompute", as_recomputation},
    {"activation_checkpointing_offload", Use::field, "false", "parallel.offload_activations"},
    {"auto_wrap_policy", Use::engine_decides},
    {"transformer_layer_cls_to_wrap", Use::engine_decides},
    {"transformer_cls_names_to_wrap", Use::engine_decides},
    {"min_num_params", Use::engine_decides, "0"},
    {"backward_prefetch", Use::engine_decides},
    {"backward_prefetch_policy", Use::engine_decides},
    {"forward_prefetch", Use::engine_decides},
    {"limit_all_gathers", Use::engine_decides},
    {"use_orig_params", Use::engine_decides},
    {"sync_module_states", Use::engine_decides},
    {"cpu_ram_efficient_loading", Use::engine_decides},
    {"state_dict_type", Use::engine_decides},
    {"xla", Use::no_counterpart, "false", {}, nullptr, "import.tpu_only"},
    {"xla_fsdp_v2", Use::no_counterpart, "false", {}, nullptr, "import.tpu_only"},
    {"xla_fsdp_grad_ckpt", Use::no_counterpart, "false", {}, nullptr, "import.tpu_only"},
    {"xla_fsdp_settings.*", Use::no_counterpart, "", {}, nullptr, "import.tpu_only"},
    {"mixed_precision_policy.*", Use::no_counterpart},
    {"ignored_modules", Use::no_counterpart},
};

std::string_view bare_key(std::string_view key) {
  for (const std::string_view prefix : {"fsdp_config.", "fsdp_"})
    if (key.starts_with(prefix)) key.remove_prefix(prefix.size());
  return key;
}

// Among which processes is sharded, where it is not all of them.
enum class ShardGroups { all, of_a_node, of_a_number };

struct Strategy {
  std::int64_t stage = 0;
  ShardGroups groups = ShardGroups::all;
};

// FSDP's strategies shard the same as these ZeRO stages.
std::optional<Strategy> strategy_named(const std::string& word) {
  if (word == "full_shard" || word == "full" || word == "1") return Strategy{3};
  if (word == "shard_grad_op" || word == "2") return Strategy{2};
  if (word == "no_shard" || word == "3") return Strategy{0};
  if (word == "hybrid_shard" || word == "4") return Strategy{3, ShardGroups::of_a_node};
  if (word == "hybrid_shard_zero2" || word == "_hybrid_shard_zero2" || word == "5")
    return Strategy{2, ShardGroups::of_a_node};
  return std::nullopt;
}

// reshard_after_forward of version 2: whether, or to how many ranks parameters are sharded then.
std::optional<Strategy> resharding(const Value& value) {
  if (const auto truth = truth_of(value)) return Strategy{*truth ? 3 : 2};
  const Value number = number_of(value);
  const auto* ranks = number.get_if<std::int64_t>();
  if (ranks && *ranks > 1) return Strategy{3, ShardGroups::of_a_number};
  return strategy_named(word_of(value));
}

// "full_shard auto_wrap offload", also as a list.
std::vector<std::string> words_of(const Value& value) {
  const auto* list = value.get_if<List>();
  std::vector<std::string> out;
  for (const Value& one : list ? *list : List{value}) {
    const std::string text = word_of(one);
    for (std::size_t at = 0; (at = text.find_first_not_of(" ,", at)) != text.npos;) {
      const std::size_t end = std::min(text.find_first_of(" ,", at), text.size());
      out.push_back(text.substr(at, end - at));
      at = end;
    }
  }
  return out;
}

class FsdpReader {
 public:
  FsdpReader(const Settings& settings, const Setting& asked, int version, Draft& draft)
      : settings_(settings), asked_(asked), version_(version), draft_(draft) {
    for (const std::string& word : words_of(asked.value)) read_word(word);
    if (const Setting* given = find("version"))
      if (const Value number = number_of(given->value); number.get_if<std::int64_t>())
        version_ = static_cast<int>(std::clamp<std::int64_t>(*number.get_if<std::int64_t>(), 1, 2));
  }

  void read() {
    const std::int64_t stage = read_stage();
    carry_over(fsdp_rows, settings_, draft_);
    read_offloading(stage);
  }

 private:
  const Setting* find(std::string_view key) const {
    const Setting* setting = find_setting(settings_, key);
    return setting && !asks_nothing(KeyRow{}, setting->value) ? setting : nullptr;
  }
  void read_word(const std::string& word) {
    if (word == "offload")
      is_offloaded_ = true;
    else if (const auto strategy = strategy_named(word); strategy && word.size() > 1)
      of_words_ = strategy;
    else if (word != "auto_wrap" && word != "fsdp" && !truth_of(word))
      note(asked_, word);
  }
  void note(const Setting& setting, const std::string& found) {
    draft_.note("import.no_counterpart", setting.origin, {{"found", found}});
  }
  // Each version has a setting that takes precedence over the other's.
  std::int64_t read_stage() {
    const Setting* strategy = find("sharding_strategy");
    const Setting* again = find("reshard_after_forward");
    if (strategy && again) {
      const Setting*& ignored = version_ == 1 ? again : strategy;
      const Setting& used = version_ == 1 ? *strategy : *again;
      draft_.note("import.overruled", ignored->origin, {{"other", place_of(used.origin)}});
      ignored = nullptr;
    }
    const Setting& from = strategy ? *strategy : again ? *again : asked_;
    std::optional<Strategy> out = of_words_.value_or(Strategy{3});
    if (strategy) out = strategy_named(word_of(strategy->value));
    if (again) out = version_ == 1 ? strategy_named(word_of(again->value)) : std::nullopt;
    if (again && !out) out = resharding(again->value);
    if (!out) {
      note(from, shortened(from.value));
      return 0;
    }
    draft_.set("parallel.zero_stage", out->stage, from.origin);
    const bool is_done = out->groups == ShardGroups::all ||
                         (out->groups == ShardGroups::of_a_node && groups_by_node(from.origin));
    if (!is_done)
      draft_.note("import.shards_of_all", from.origin, {{"found", shortened(from.value)}});
    return out->stage;
  }
  // Whether the processes of a node become a group; those of a single one are all.
  bool groups_by_node(const Origin& origin) {
    auto on_node = whole_in(draft_, "resources.processes_per_node");
    if (!on_node) on_node = whole_in(draft_, "resources.gpus_per_node");
    if (!on_node || *on_node < 2) return false;
    if (whole_in(draft_, "resources.nodes").value_or(1) > 1)
      draft_.set("parallel.shard_degree", *on_node, origin);
    return true;
  }
  // FSDP moves parameters and their gradients, so the optimizer's state is on the host, too.
  void read_offloading(std::int64_t stage) {
    const Setting* setting = is_offloaded_ ? &asked_ : nullptr;
    for (const char* key : {"offload_params", "cpu_offload"})
      if (const Setting* given = find(key); given && truth_of(given->value).value_or(false))
        setting = given;
    if (!setting) return;
    if (stage == 0) return note(*setting, shortened(setting->value));
    draft_.set("parallel.offload_optimizer", true, setting->origin);
    if (stage == 3)
      draft_.set("parallel.offload_parameters", true, setting->origin);
    else
      draft_.note("import.optimizer_alone", setting->origin);
  }

  const Settings& settings_;
  const Setting& asked_;
  int version_;
  Draft& draft_;
  std::optional<Strategy> of_words_;
  bool is_offloaded_ = false;
};

}  // namespace

bool is_fsdp_key(std::string_view key) {
  return key.starts_with("fsdp_") && find_row(fsdp_rows, bare_key(key));
}

bool is_fsdp(const Settings& settings) {
  const auto has_key = [](const Setting& setting) {
    return find_row(fsdp_rows, bare_key(setting.key)) != nullptr;
  };
  const auto is_version = [](const Setting& setting) {
    return bare_key(setting.key) == "version";  // which many files have
  };
  return std::all_of(settings.begin(), settings.end(), has_key) &&
         !std::all_of(settings.begin(), settings.end(), is_version);
}

void carry_fsdp(const Settings& settings, const Setting* asked, int version, Draft& draft) {
  Settings bare;
  for (const Setting& setting : settings) {
    const std::string key(bare_key(setting.key));
    const KeyRow* row = find_row(fsdp_rows, key);
    if (asked)
      bare.push_back({key, setting.value, setting.origin});
    else if (!asks_nothing(row ? *row : KeyRow{}, setting.value))
      draft.note("import.no_effect", setting.origin);
  }
  if (asked) FsdpReader(bare, *asked, version, draft).read();
}

}  // namespace trainyard
