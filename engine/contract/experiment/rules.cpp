// SPDX-License-Identifier: GPL-3.0-or-later
// One file because the list at its end has all rules, in the order in which a person is told of
// them.
#include "engine/contract/experiment/rules.h"

#include <algorithm>
#include <array>

#include "engine/contract/experiment/data_rules.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/search_rules.h"
#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/messages.h"
#include "engine/contract/line_pattern.h"
#include "engine/contract/metric_rule.h"

namespace trainyard {

std::int64_t process_count(const Experiment& experiment) {
  return processes_per_node(experiment) * experiment.resources.nodes;
}

std::int64_t ranks_per_training(const Experiment& experiment) {
  const std::int64_t trials = is_search_in_one_job(experiment) ? experiment.search.parallel : 1;
  return std::max<std::int64_t>(1, process_count(experiment) / trials);
}

namespace {

using Findings = std::vector<Diagnostic>;

constexpr std::int64_t kGlobalBatchLimit = 1 << 24;
constexpr std::int64_t kArrayLimit = 100'000;

void add(Findings& out, Severity severity, const char* code, const char* path, Map arguments = {}) {
  out.push_back(make_diagnostic(severity, code, path, std::move(arguments)));
}

bool is_engine(const Experiment& experiment) { return experiment.workload == Workload::engine; }

std::optional<std::int64_t> override_number(const Experiment& experiment, const char* key) {
  const Value* value = find(experiment.model.overrides, key);
  const auto* whole = value ? value->get_if<std::int64_t>() : nullptr;
  return whole ? std::optional(*whole) : std::nullopt;
}

// The model's positions according to the document; those of a pretrained checkpoint are only known
// on the target.
std::optional<std::int64_t> known_positions(const Experiment& experiment) {
  for (const char* key : {"n_positions", "max_position_embeddings"})
    if (const auto number = override_number(experiment, key)) return number;
  if (experiment.model.pretrained) return std::nullopt;
  const std::int64_t positions = traits_of(experiment.model.kind).positions;
  return positions > 0 ? std::optional(positions) : std::nullopt;
}

void sequence_fits_model(const Experiment& experiment, Findings& out) {
  if (!is_engine(experiment)) return;
  const auto positions = known_positions(experiment);
  if (!positions || experiment.data.sequence_length <= *positions) return;
  add(out, Severity::error, "rule.sequence_length", "data.sequence_length",
      {{"sequence_length", experiment.data.sequence_length},
       {"positions", *positions},
       {"key", traits_of(experiment.model.kind).positions_key}});
}

void overrides_are_sizes(const Experiment& experiment, Findings& out) {
  if (!is_engine(experiment)) return;
  constexpr std::array keys{"n_layer",
                            "n_head",
                            "n_embd",
                            "n_inner",
                            "n_positions",
                            "vocab_size",
                            "hidden_size",
                            "num_hidden_layers",
                            "num_attention_heads",
                            "num_key_value_heads",
                            "intermediate_size",
                            "max_position_embeddings",
                            "head_dim"};
  for (const auto& [key, value] : experiment.model.overrides) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) continue;
    const auto* whole = value.get_if<std::int64_t>();
    if ((whole && *whole > 0) || (value.is_null() && (key == "n_inner" || key == "head_dim")))
      continue;
    add(out, Severity::error, "rule.override_number", "model.overrides",
        {{"key", key}, {"found", spell(value)}});
  }
}

void width_is_divided_by_heads(const Experiment& experiment, Findings& out) {
  if (!is_engine(experiment) || experiment.model.pretrained) return;
  const ModelTraits& family = traits_of(experiment.model.kind);
  if (find(experiment.model.overrides, "head_dim") != nullptr) return;
  const std::int64_t width = override_number(experiment, family.width_key).value_or(family.width);
  const std::int64_t heads = override_number(experiment, family.heads_key).value_or(family.heads);
  if (width == 0 || heads <= 0 || width % heads == 0) return;
  add(out, Severity::error, "rule.heads", "model.overrides",
      {{"width_key", family.width_key},
       {"width", width},
       {"heads_key", family.heads_key},
       {"heads", heads}});
}

void batch_is_possible(const Experiment& experiment, Findings& out) {
  if (!is_engine(experiment)) return;
  if (experiment.batch.global) {
    if (const auto shape = batch_shape(experiment, process_count(experiment)); !shape)
      add(out, Severity::error, shape.error().code.c_str(), "batch.global",
          shape.error().arguments);
    if (experiment.batch.gradient_accumulation_steps != 1)
      add(out, Severity::warning, "rule.accumulation_unused", "batch.gradient_accumulation_steps");
    return;
  }
  const std::int64_t batch = global_batch(experiment);
  if (batch <= kGlobalBatchLimit) return;
  add(out, Severity::error, "rule.global_batch", "batch.per_device",
      {{"global_batch", batch}, {"limit", kGlobalBatchLimit}});
}

void processes_fit_gpus(const Experiment& experiment, Findings& out) {
  const std::int64_t gpus = experiment.resources.gpus_per_node,
                     processes = processes_per_node(experiment);
  if (!is_engine(experiment) || gpus == 0 || processes == gpus) return;
  const bool is_idle = processes < gpus;
  add(out, is_idle ? Severity::warning : Severity::error,
      is_idle ? "rule.idle_gpus" : "rule.processes_gpus", "resources.processes_per_node",
      {{"processes", processes}, {"gpus", gpus}});
}

void warmup_ends(const Experiment& experiment, Findings& out) {
  const ScheduleSection& schedule = experiment.schedule;
  if (!is_engine(experiment)) return;
  if (schedule.warmup_ratio && schedule.warmup_steps > 0)
    return add(out, Severity::error, "rule.warmup_twice", "schedule.warmup_ratio");
  if (schedule.kind == ScheduleKind::constant &&
      (schedule.warmup_steps > 0 || schedule.warmup_ratio.value_or(0) > 0))
    return add(out, Severity::warning, "rule.warmup_unused", "schedule.kind");
  const auto& max_steps = experiment.training.max_steps;
  if (max_steps && schedule.warmup_steps > *max_steps)
    add(out, Severity::warning, "rule.warmup", "schedule.warmup_steps",
        {{"warmup", schedule.warmup_steps}, {"max_steps", *max_steps}});
}

void learning_rate_has_room(const Experiment& experiment, Findings& out) {
  const ScheduleSection& schedule = experiment.schedule;
  if (!is_engine(experiment)) return;
  if (schedule.minimum_learning_rate > experiment.optimizer.learning_rate)
    add(out, Severity::error, "rule.minimum_learning_rate", "schedule.minimum_learning_rate",
        {{"minimum", schedule.minimum_learning_rate},
         {"learning_rate", experiment.optimizer.learning_rate}});
  const auto& max_steps = experiment.training.max_steps;
  if (schedule.kind == ScheduleKind::warmup_stable_decay && max_steps && schedule.decay_steps &&
      schedule.warmup_steps + *schedule.decay_steps > *max_steps)
    add(out, Severity::warning, "rule.decay_steps", "schedule.decay_steps",
        {{"warmup", schedule.warmup_steps},
         {"decay", *schedule.decay_steps},
         {"max_steps", *max_steps}});
}

void evaluation_feeds_its_users(const Experiment& experiment, Findings& out) {
  if (!is_engine(experiment)) return;
  if (!is_evaluated(experiment.evaluation)) {
    if (experiment.evaluation.early_stopping_patience)
      add(out, Severity::error, "rule.early_stopping", "evaluation.early_stopping_patience");
    if (experiment.checkpoint.save_best)
      add(out, Severity::info, "rule.save_best", "checkpoint.save_best");
    if (experiment.checkpoint.best_as_result)
      add(out, Severity::error, "rule.best_as_result", "checkpoint.best_as_result");
    return;
  }
  if (experiment.checkpoint.best_as_result && !experiment.checkpoint.save_best)
    add(out, Severity::error, "rule.best_as_result", "checkpoint.best_as_result");
  const DataSection& data = experiment.data;
  const bool is_held_out = data.kind == DataKind::text && data.validation_split_ratio > 0;
  if (data.kind != DataKind::prepared && data.validation.empty() && !is_held_out)
    add(out, Severity::error, "rule.no_validation", "evaluation.every_steps");
}

void adapters_have_a_base(const Experiment& experiment, Findings& out) {
  if (is_engine(experiment) && experiment.lora.rank && !experiment.model.pretrained)
    add(out, Severity::error, "rule.lora_pretrained", "lora.rank");
}

void only_a_pretrained_vocabulary_grows(const Experiment& experiment, Findings& out) {
  if (!is_engine(experiment) || !experiment.model.resize_vocabulary) return;
  constexpr const char* resized = "model.resize_vocabulary";
  if (!experiment.model.pretrained)
    add(out, Severity::warning, "rule.resize_pretrained", resized);
  else if (experiment.lora.rank)
    add(out, Severity::error, "rule.lora_resized", resized);
}

void command_is_meant(const Experiment& experiment, Findings& out) {
  const bool is_changed = !experiment.command.arguments.empty() ||
                          experiment.command.program != CommandSection().program;
  if (is_engine(experiment) && is_changed)
    add(out, Severity::warning, "rule.command_unused", "workload");
}

void shards_are_possible(const Experiment& experiment, Findings& out) {
  if (!is_engine(experiment)) return;
  const ParallelSection& parallel = experiment.parallel;
  const auto needs = [&](const char* path, std::int64_t stage) {
    if (parallel.zero_stage < stage)
      add(out, Severity::error, "rule.offload_stage", path, {{"field", path}, {"stage", stage}});
  };
  if (parallel.offload_optimizer) needs("parallel.offload_optimizer", 1);
  if (parallel.offload_parameters) needs("parallel.offload_parameters", 3);
  if (parallel.zero_stage > 0 && !traits_of(experiment.optimizer.kind).can_be_sharded)
    add(out, Severity::error, "rule.sharded_optimizer", "optimizer.kind");
  const std::int64_t ranks = ranks_per_training(experiment);
  if (parallel.shard_degree && ranks % *parallel.shard_degree != 0)
    add(out, Severity::error, "rule.shard_degree", "parallel.shard_degree",
        {{"degree", *parallel.shard_degree}, {"processes", ranks}});
  if (parallel.shard_degree && parallel.zero_stage == 0)
    add(out, Severity::warning, "rule.shard_degree_unused", "parallel.shard_degree");
  const bool is_single = ranks == 1;
  if (parallel.zero_stage > 0 && is_single && !parallel.offload_optimizer &&
      !parallel.offload_parameters)
    add(out, Severity::warning, "rule.zero_single", "parallel.zero_stage",
        {{"stage", parallel.zero_stage}});
}

// The others compute their state element by element in fp32.
void optimizers_have_a_precision(const Experiment& experiment, Findings& out) {
  const OptimizerKind kind = experiment.optimizer.kind;
  if (is_engine(experiment) && experiment.precision.kind == PrecisionKind::pure_bf16 &&
      !traits_of(kind).trains_pure_bf16)
    add(out, Severity::error, "rule.pure_bf16_optimizer", "optimizer.kind",
        {{"kind", std::string(name_of(kind))}});
}

void gpus_are_asked_for(const Experiment& experiment, Findings& out) {
  if (experiment.resources.uses_gpus()) return;
  if (is_engine(experiment) && experiment.precision.kind == PrecisionKind::fp16)
    add(out, Severity::error, "rule.fp16_processor", "precision.kind");
  if (experiment.resources.gpu_type)
    add(out, Severity::warning, "rule.gpu_type", "resources.gpu_type");
}

void time_is_enough(const Experiment& experiment, Findings& out) {
  const auto& text = experiment.resources.time_limit;
  if (!text) {
    if (experiment.restart.on_time_limit)
      add(out, Severity::warning, "rule.restart_time_limit", "restart.on_time_limit");
    return;
  }
  const auto limit = time_limit_seconds(*text);
  if (!limit) return;
  if (*limit == 0) return add(out, Severity::error, "rule.time_limit_zero", "resources.time_limit");
  const std::int64_t signal = experiment.restart.signal_before_end_seconds;
  const std::int64_t used = warning_seconds(signal, text);
  // The default silently adapts to short limits.
  if (used == signal || signal == RestartSection().signal_before_end_seconds) return;
  add(out, Severity::warning, "rule.signal_too_early", "restart.signal_before_end_seconds",
      {{"signal", signal}, {"limit", *limit}, {"used", used}});
}

void array_is_possible(const Experiment& experiment, Findings& out) {
  const auto& text = experiment.resources.array;
  if (!text) return;
  const auto tasks = array_task_count(*text);
  if (!tasks)
    return add(
        out, Severity::error, "rule.array", "resources.array",
        {{"found", *text},
         {"problem",
          "has a range that ends before it starts, or a step or limit of 0; write 0-9 or 0-9%2"}});
  if (*tasks > kArrayLimit)
    add(out, Severity::error, "rule.array_size", "resources.array",
        {{"tasks", *tasks}, {"limit", kArrayLimit}});
}

// A queue's own syntax may mean "any of these", which cannot be combined with "all of these".
void dependencies_are_of_one_kind(const Experiment& experiment, Findings& out) {
  if (experiment.resources.dependency && !experiment.resources.after.empty())
    add(out, Severity::error, "rule.after_and_dependency", "resources.after");
}

void directives_are_free(const Experiment& experiment, Findings& out) {
  constexpr std::pair<std::string_view, const char*> owned[] = {
      {"--nodes", "resources.nodes"},
      {"--gres", "resources.gpus_per_node"},
      {"--gpus-per-node", "resources.gpus_per_node"},
      {"--gpus", "resources.gpus_per_node"},
      {"--mem", "resources.memory_gib_per_node"},
      {"--time", "resources.time_limit"},
      {"--partition", "resources.partition"},
      {"--account", "resources.account"},
      {"--qos", "resources.qos"},
      {"--reservation", "resources.reservation"},
      {"--array", "resources.array"},
      {"--dependency", "resources.dependency"},
      {"--cpus-per-task", "resources.cpus_per_process"},
      {"--ntasks-per-node", "resources.processes_per_node"},
      {"--ntasks", "resources.processes_per_node"},
      {"--job-name", "name"},
      {"--signal", "restart.signal_before_end_seconds"},
      {"--requeue", "restart.on_preemption"},
      {"--no-requeue", "restart.on_preemption"},
      {"--chdir", "code.source"},
      {"--output", "name"},
      {"--error", "name"},
      {"--export", "environment.variables"},
      {"--export-file", "environment.variables"},
      {"--hold", "name"},
      {"--parsable", "name"},
      {"--wait", "name"},
      {"--test-only", "name"},
      {"--wrap", "command.program"},
      {"--clusters", "name"},
      {"--open-mode", "name"}};
  // Slurm accepts abbreviated options.
  for (const std::string& directive : experiment.resources.extra_directives) {
    const std::string_view option = std::string_view(directive).substr(0, directive.find('='));
    for (const auto& [name, field] : owned)
      if (name.starts_with(option))
        add(out, Severity::error, "rule.directive_owned", "resources.extra_directives",
            {{"found", directive}, {"field", field}});
  }
}

void pattern_can_be_read(const Experiment& experiment, Findings& out) {
  const bool is_script = experiment.workload == Workload::script;
  const auto& pattern =
      is_script ? experiment.script.metrics_pattern : experiment.command.metrics_pattern;
  if (is_engine(experiment) || !pattern) return;
  if (const auto read = LinePattern::parse(*pattern); !read)
    add(out, Severity::error, "rule.metrics_pattern",
        is_script ? "script.metrics_pattern" : "command.metrics_pattern",
        {{"found", *pattern}, {"problem", as_argument(read.error())}});
}

void metric_rules_can_be_read(const Experiment& experiment, Findings& out) {
  for (const std::string& rule : experiment.logging.rules)
    if (const auto read = parse_metric_rule(rule); !read)
      out.push_back(make_diagnostic(Severity::error, read.error().code, "logging.rules",
                                    read.error().arguments));
}

void environment_is_one(const Experiment& experiment, Findings& out) {
  const EnvironmentSection& environment = experiment.environment;
  if (environment.conda && environment.venv)
    add(out, Severity::error, "rule.environment_both", "environment.venv");
  constexpr std::string_view reserved[] = {
      "RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"};
  for (const auto& [name, value] : environment.variables)
    if (name.starts_with("TRAINYARD_") ||
        std::find(std::begin(reserved), std::end(reserved), name) != std::end(reserved))
      add(out, Severity::error, "rule.variable_reserved", "environment.variables",
          {{"found", name}});
}

}  // namespace

std::vector<Diagnostic> check_rules(const Experiment& experiment) {
  constexpr void (*rules[])(const Experiment&, Findings&) = {sequence_fits_model,
                                                             overrides_are_sizes,
                                                             width_is_divided_by_heads,
                                                             batch_is_possible,
                                                             processes_fit_gpus,
                                                             warmup_ends,
                                                             learning_rate_has_room,
                                                             evaluation_feeds_its_users,
                                                             check_data_rules,
                                                             adapters_have_a_base,
                                                             only_a_pretrained_vocabulary_grows,
                                                             command_is_meant,
                                                             shards_are_possible,
                                                             optimizers_have_a_precision,
                                                             gpus_are_asked_for,
                                                             time_is_enough,
                                                             array_is_possible,
                                                             dependencies_are_of_one_kind,
                                                             directives_are_free,
                                                             environment_is_one,
                                                             pattern_can_be_read,
                                                             metric_rules_can_be_read,
                                                             check_search_rules};
  Findings out;
  for (const auto rule : rules) rule(experiment, out);
  return out;
}

std::int64_t warning_seconds(std::int64_t wanted, const std::optional<std::string>& time_limit) {
  const auto limit = time_limit ? time_limit_seconds(*time_limit) : std::nullopt;
  return limit && wanted >= *limit / 2 ? *limit / 4 : wanted;
}

std::int64_t processes_per_node(const Experiment& experiment) {
  const ResourcesSection& resources = experiment.resources;
  // A job without a number of tasks has one, whatever its GPUs.
  const bool is_one_a_gpu = experiment.workload != Workload::script && resources.uses_gpus();
  return resources.processes_per_node.number.value_or(is_one_a_gpu ? resources.gpus_per_node : 1);
}

// The ranges of the four factors keep the product below 2^63.
std::int64_t global_batch(const Experiment& experiment) {
  return experiment.batch.global.value_or(experiment.batch.per_device *
                                          experiment.batch.gradient_accumulation_steps *
                                          ranks_per_training(experiment));
}

Result<BatchShape> batch_shape(const Experiment& experiment, std::int64_t ranks) {
  const BatchSection& batch = experiment.batch;
  if (!batch.global) return BatchShape{batch.per_device, batch.gradient_accumulation_steps};
  const std::int64_t global = *batch.global;
  if (global % ranks == 0) {
    // The smallest number of equal pieces that do not exceed the batch per device.
    const std::int64_t share = global / ranks;
    std::int64_t pieces = (share + batch.per_device - 1) / batch.per_device;
    while (share % pieces != 0) ++pieces;
    return BatchShape{share / pieces, pieces};
  }
  const std::int64_t below = global / ranks * ranks, above = below + ranks;
  const std::int64_t nearest = below == 0 || above - global < global - below ? above : below;
  return make_error("rule.global_not_divided",
                    {{"global", global}, {"ranks", ranks}, {"nearest", nearest}});
}

}  // namespace trainyard
