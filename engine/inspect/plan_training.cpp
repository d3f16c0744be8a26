// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/plan_training.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "engine/contract/experiment/rules.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/open_dataset.h"
#include "engine/data/plan.h"
#include "engine/inspect/excerpt_folder.h"
#include "engine/model/adapters.h"
#include "engine/model/model.h"
#include "engine/system/allowed_cores.h"
#include "engine/train/failure.h"
#include "engine/train/memory_plan.h"
#include "engine/train/memory_savings.h"
#include "engine/train/model_setup.h"
#include "engine/train/session.h"
#include "engine/train/stop.h"
#include "engine/train/training_length.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

using PlanClock = std::chrono::steady_clock;

struct PlanData {
  std::unique_ptr<ExcerptFolder> excerpt;
  PreparedData data;
};

// The labels of an excerpt are those of its training records, which others need not have.
void leave_out_other_splits(Experiment& experiment) {
  if (!experiment.task.labels.empty() || !has_label_names(rows_of(experiment))) return;
  experiment.data.validation.clear();
  experiment.data.test.clear();
  experiment.data.temporal_test.clear();
}

PrepareProgress progress_of(const PlanRequest& request, std::optional<PlanClock::time_point> end) {
  return [&request, end](std::string_view phase, double done, double total) {
    const bool goes_on = !request.progress || request.progress(phase, done, total);
    return goes_on && !stop_requested() && (!end || PlanClock::now() < *end);
  };
}

// What a tokenizer that is trained on the data will have, if the data is only an excerpt.
void grow_vocabulary(PlanData& found, const DatasetBuilder& builder, const Model& model) {
  if (found.excerpt && !builder.vocabulary())
    found.data.tokens.vocab_size = std::max(found.data.tokens.vocab_size, model.vocab_size());
}

Result<PlanData> data_for_plan(const PlanRequest& request, Experiment experiment,
                               const Model& model) {
  const auto resolve = [&](const std::string& path) {
    return resolve_path(request.experiment, path);
  };
  const bool is_streamed =
      make_dataset_builder(data_request(experiment, model, resolve, 1))->is_streamed();
  turn_off_streaming(experiment);
  PlanData found;
  if (!is_streamed) {
    const auto limit = std::chrono::duration_cast<PlanClock::duration>(
        std::chrono::duration<double>(request.data_seconds));
    const DataRequest all = data_request(experiment, model, resolve, allowed_cores());
    auto prepared =
        make_dataset_builder(all)->prepare_cached(progress_of(request, PlanClock::now() + limit));
    if (prepared) {
      found.data = std::move(*prepared);
      return found;
    }
    if (prepared.error().kind != ErrorKind::stopped || stop_requested()) return prepared.error();
  }
  leave_out_other_splits(experiment);
  DataRequest first = data_request(experiment, model, resolve, allowed_cores());
  first.max_records = request.first_records;
  const auto builder = make_dataset_builder(first);
  TRY(found.excerpt, ExcerptFolder::make());
  TRY(found.data,
      builder->prepare_into(found.excerpt->path() / "prepared", progress_of(request, {})));
  grow_vocabulary(found, *builder, model);
  return found;
}

std::int64_t num_trained(const ParameterTable& table) {
  std::int64_t total = 0;
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters)
      if (spec.trainable) total += num_elements(spec);
  return total;
}

// The document's own batch, half and double of it, as far as the global batch has so many rows.
std::set<std::int64_t> batches_to_plan(const Experiment& experiment, const TrainingPlan& plan) {
  std::set<std::int64_t> batches{plan.per_device};
  if (plan.per_device > 1) batches.insert(plan.per_device / 2);
  const std::int64_t most =
      experiment.batch.global ? *experiment.batch.global / plan.world_size : INT64_MAX;
  if (plan.per_device * 2 <= most) batches.insert(plan.per_device * 2);
  return batches;
}

Result<void> check_host_memory(const Experiment& experiment, const MemoryPlan& plan) {
  const double gibibytes = experiment.resources.memory_gib_per_node.value_or(0);
  if (gibibytes <= 0) return {};  // all of the node's, which is not known here
  return trainyard::check_host_memory(plan, processes_per_node(experiment),
                                      static_cast<std::int64_t>(gibibytes * (1 << 30)));
}

PlannedMemory memory_of(const Experiment& experiment, MemoryPlans& plans, std::int64_t per_device) {
  const MemoryPlan& plan = plans.of(experiment, per_device);
  return {per_device,     plan.parameters,  plan.copies, plan.gradients,
          plan.optimizer, plan.activations, plan.host};
}

// What is offloaded stays so from the stage on that allows it.
std::vector<PlannedMemory> memory_of_stages(const Experiment& experiment, MemoryPlans& plans,
                                            std::int64_t per_device) {
  std::vector<PlannedMemory> stages;
  for (std::int64_t stage = 0; stage <= 3; ++stage) {
    Experiment staged = experiment;
    staged.parallel.zero_stage = stage;
    staged.parallel.offload_optimizer &= stage > 0;
    staged.parallel.offload_parameters &= stage == 3;
    if (stage == experiment.parallel.zero_stage || !has_errors(check_rules(staged)))
      stages.push_back(memory_of(staged, plans, per_device));
  }
  return stages.size() > 1 ? stages : std::vector<PlannedMemory>();
}

Result<void> count_steps(const Experiment& experiment, const PlanData& found, TrainingPlan& plan) {
  const std::int64_t rows_per_step = plan.per_device * plan.accumulation * plan.world_size;
  if (!found.excerpt) {
    TRY(std::unique_ptr<Dataset> rows, open_dataset(experiment, found.data, found.data.train));
    rows = some_examples(std::move(rows), experiment.data.max_train_samples,
                         experiment.data.sample_seed);
    const BatchPlan batches{rows->num_examples(), plan.per_device, plan.accumulation,
                            plan.world_size};
    plan.num_examples = batches.num_examples;
    plan.steps_per_epoch = batches.steps_per_epoch();
    plan.num_steps = batches.remaining_steps({}, experiment.training.num_epochs);
  }
  // Tokens are counted by the mean row, which an excerpt has too.
  if (const auto limit = step_limit(experiment, found.data.train, rows_per_step))
    plan.num_steps = *limit;
  return {};
}

}  // namespace

Result<PlannedTraining> plan_training(const PlanRequest& request) {
  PlannedTraining planned;
  TRY(planned.experiment,
      read_executable_experiment(request.experiment, request.overrides, Severity::error));
  const Experiment& experiment = planned.experiment;
  if (experiment.workload != Workload::engine) return make_error("plan.command", {});
  TrainingPlan& plan = planned.plan;
  plan.architecture = std::string(name_of(experiment.model.kind));
  plan.world_size = experiment.resources.nodes * processes_per_node(experiment);
  TRY(const BatchShape shape, batch_shape(experiment, plan.world_size));
  plan.per_device = shape.per_device;
  plan.accumulation = shape.accumulation;
  TRY(const Map config, model_config(experiment, [&](const std::string& path) {
        return resolve_path(request.experiment, path);
      }));
  TRY(const std::unique_ptr<Model> first, make_checked_model(experiment, config));
  TRY(PlanData found, data_for_plan(request, experiment, *first));
  TRY(planned.model,
      make_checked_model(experiment, config_for_data(experiment, config, found.data)));
  const Model& model = *planned.model;
  TRY(check_vocabulary(experiment, found.data, model));
  TRY(planned.task, make_task(experiment, task_data(found.data, model.config())));
  TRY(const ParameterTable table, trained_table(model, experiment.lora));
  plan.vocab_size = model.vocab_size();
  plan.num_parameters = num_elements(table);
  plan.num_trained = num_trained(table);
  TRY(count_steps(experiment, found, plan));
  MemoryPlans plans(model, *planned.task);
  for (const std::int64_t per_device : batches_to_plan(experiment, plan))
    plan.memory.push_back(memory_of(experiment, plans, per_device));
  TRY(check_host_memory(experiment, plans.of(experiment, plan.per_device)));
  Experiment recomputing = experiment;
  recomputing.parallel.recompute = Recompute::full;
  if (experiment.parallel.recompute != Recompute::full && !has_errors(check_rules(recomputing)))
    plan.recomputed = memory_of(recomputing, plans, plan.per_device);
  if (plan.world_size > 1) plan.stages = memory_of_stages(experiment, plans, plan.per_device);
  plan.savings = memory_savings(experiment, plans, plan.per_device, plan.own()->total());
  planned.excerpt = std::move(found.excerpt);
  planned.data = std::move(found.data);
  return planned;
}

}  // namespace trainyard
