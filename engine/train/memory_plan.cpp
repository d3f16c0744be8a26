// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/memory_plan.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>

#include <c10/core/Allocator.h>
#include <c10/core/CachingDeviceAllocator.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/messages.h"
#include "engine/model/activation_offload.h"
#include "engine/model/adapters.h"
#include "engine/model/fused_kernels.h"
#include "engine/model/lazy_zeros.h"
#include "engine/model/meta_kernels.h"
#include "engine/parallel/gathered_layers.h"
#include "engine/parallel/lone_process.h"
#include "engine/train/failure.h"
#include "engine/train/optimizer_step.h"

namespace trainyard {

namespace {

// Allocates no memory, like the meta device's own allocator, and counts what it would have
// allocated.
class CountingAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t bytes) override {
    current_ += static_cast<std::int64_t>(bytes);
    peak_ = std::max(peak_, current_);
    return {nullptr, new Given{this, static_cast<std::int64_t>(bytes)}, &take_back, at::kMeta};
  }
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
  void copy_data(void*, const void*, std::size_t) const override {}

  std::int64_t current() const { return current_; }
  std::int64_t peak() const { return peak_; }

 private:
  struct Given {
    CountingAllocator* from;
    std::int64_t bytes;
  };
  static void take_back(void* context) {
    const auto* given = static_cast<Given*>(context);
    given->from->current_ -= given->bytes;
    delete given;
  }

  std::int64_t current_ = 0, peak_ = 0;
};

// While it is alive, allocations of tensors on the meta device are counted.
class CountedMeta {
 public:
  CountedMeta() { c10::SetAllocator(at::kMeta, &allocator_); }
  ~CountedMeta() { c10::SetAllocator(at::kMeta, former_); }
  CountedMeta(const CountedMeta&) = delete;
  CountedMeta& operator=(const CountedMeta&) = delete;

  const CountingAllocator& count() const { return allocator_; }

 private:
  c10::Allocator* former_ = c10::GetAllocator(at::kMeta);
  CountingAllocator allocator_;
};

// One of several ranks, for which nothing is sent. Gloo, which sums on CPUs, copies what is to be
// scattered until it has been; NCCL does not.
class PlannedRank final : public LoneProcess {
 public:
  explicit PlannedRank(bool copies) : copies_(copies) {}
  void start_scatter_sum(const at::Tensor& whole, const at::Tensor&) override {
    held_.reset();  // on a CPU, a layer is finished before the next one begins
    if (copies_) held_ = at::empty_like(whole);
  }
  void finish_started() override { held_.reset(); }

 private:
  const bool copies_;
  at::Tensor held_;
};

// What outlives a step, on the device and in main memory.
struct KeptBytes {
  std::int64_t device = 0, host = 0;

  void add(const at::Tensor& tensor, bool is_on_host) {
    if (tensor.defined() && !is_absent(tensor))
      (is_on_host ? host : device) += static_cast<std::int64_t>(tensor.nbytes());
  }
};

KeptBytes kept_values(const Parameters& parameters) {
  KeptBytes bytes;
  for (const LayerParameters& layer : parameters.layers()) {
    bytes.add(layer.flat, false);
    bytes.add(layer.master, parameters.sharding().offloads_optimizer);
  }
  return bytes;
}

KeptBytes kept_gradients(const Parameters& parameters) {
  KeptBytes bytes;
  for (const LayerParameters& layer : parameters.layers()) {
    bytes.add(layer.owned_gradient, parameters.sharding().offloads_optimizer);
    bytes.add(layer.owned_gradient.defined() ? layer.whole_gradient : layer.flat_gradient, false);
  }
  return bytes;
}

// Of the copies that are read: those in main memory.
std::int64_t copies_on_host(const Parameters& parameters) {
  if (!parameters.sharding().offloads_values) return 0;
  KeptBytes bytes;
  for (const LayerParameters& layer : parameters.layers()) {
    bytes.add(layer.own_copy, true);
    bytes.add(layer.frozen_own, true);
  }
  return bytes.host;
}

// Of the optimizer's state: that of what is shared out.
std::int64_t state_on_host(const Parameters& parameters, const Optimizer& optimizer) {
  if (!parameters.sharding().offloads_optimizer) return 0;
  KeptBytes bytes;
  for (const Optimizer::StatePiece& piece : optimizer.state_pieces())
    if (piece.is_shared_out) bytes.add(piece.values, true);
  return bytes.host;
}

// What a rank copies for a checkpoint: the weights, which are written in the trained type, and the
// optimizer's state.
std::int64_t copied_for_checkpoint(const Parameters& parameters, const Optimizer& optimizer,
                                   at::ScalarType type) {
  const std::int64_t ranks = parameters.sharding().num_ranks;
  std::int64_t weights = 0;
  for (const LayerSpec& layer : parameters.table())
    for (const ParameterSpec& spec : layer.parameters)
      if (spec.trainable)
        weights += num_elements(spec) * static_cast<std::int64_t>(at::elementSize(type));
  KeptBytes state;
  for (const Optimizer::StatePiece& piece : optimizer.state_pieces()) state.add(piece.values, true);
  return weights / ranks + state.host;
}

bool are_checkpoints_due(const CheckpointSection& checkpoint) {
  return checkpoint.every_steps || checkpoint.every_epochs || checkpoint.save_best;
}

MicroBatch rows_of_zeros(std::int64_t rows, std::int64_t length, std::int64_t labels_per_row) {
  MicroBatch batch;
  batch.num_rows = rows;
  batch.length = length;
  batch.input_ids.resize(static_cast<std::size_t>(rows * length));
  batch.row_labels.resize(static_cast<std::size_t>(rows * labels_per_row));
  batch.row_keys.resize(static_cast<std::size_t>(rows));
  return batch;
}

}  // namespace

std::string bytes_text(std::int64_t bytes) {
  constexpr double kMebi = 1 << 20, kGibi = 1 << 30;
  const auto number = static_cast<double>(bytes);
  char text[32];
  std::snprintf(text, sizeof text, number < kGibi ? "%.1f MiB" : "%.2f GiB",
                number / (number < kGibi ? kMebi : kGibi));
  return text;
}

Map to_arguments(const MemoryPlan& plan) {
  return {{"total", bytes_text(plan.total())},
          {"parameters", bytes_text(plan.parameters + plan.copies)},
          {"gradients", bytes_text(plan.gradients)},
          {"optimizer", bytes_text(plan.optimizer)},
          {"activations", bytes_text(plan.activations)}};
}

Result<void> check_host_memory(const MemoryPlan& plan, std::int64_t processes, std::int64_t limit) {
  const std::int64_t offloaded = plan.host * processes,
                     copies = plan.snapshot * (plan.is_snapshot_shared ? processes : 1);
  if (offloaded > limit)
    return make_error("parallel.host_memory", {{"needed", bytes_text(offloaded)},
                                               {"processes", processes},
                                               {"limit", bytes_text(limit)}});
  if (offloaded + copies > limit)
    return make_error("checkpoint.host_memory", {{"copies", bytes_text(copies)},
                                                 {"offloaded", bytes_text(offloaded)},
                                                 {"limit", bytes_text(limit)}});
  return {};
}

MemoryPlan plan_memory(const Experiment& experiment, const Model& model, const Task& task,
                       const BatchShape& batch, at::ScalarType compute_type) {
  use_meta_kernels();
  std::optional<MetaFusedKernels> fused_kernels;
  if (experiment.resources.uses_gpus() && fused_kernels_on(at::kCUDA)) fused_kernels.emplace();
  const CountedMeta meta;  // must outlive the tensors below
  Parameters parameters(value_or_throw(trained_table(model, experiment.lora)), at::kMeta,
                        compute_type, trained_type(experiment.precision.kind),
                        sharding_of(experiment.parallel, 0, ranks_per_training(experiment)));
  PlannedRank group(!experiment.resources.uses_gpus() && parameters.sharding().num_ranks > 1);
  const auto layers = gathered_layers(model, parameters, group);
  MemoryPlan plan;
  const KeptBytes values = kept_values(parameters), gradients = kept_gradients(parameters);
  plan.host = values.host + gradients.host + copies_on_host(parameters);
  plan.parameters = values.device;
  plan.gradients = gradients.device;
  plan.copies = meta.count().current() - plan.host - plan.parameters - plan.gradients;
  std::int64_t before = meta.count().current();
  const auto optimizer = make_optimizer(experiment.optimizer, parameters);
  if (experiment.resources.uses_gpus()) optimizer->plan_for_gpu();
  const std::int64_t offloaded = state_on_host(parameters, *optimizer);
  plan.optimizer = meta.count().current() - before - offloaded;
  plan.host += offloaded;
  if (experiment.resources.uses_gpus() && are_checkpoints_due(experiment.checkpoint)) {
    plan.snapshot =
        copied_for_checkpoint(parameters, *optimizer, trained_type(experiment.precision.kind));
    plan.is_snapshot_shared = parameters.sharding().num_ranks > 1;
  }
  before = meta.count().current();
  const Batch rows = task.batch(
      rows_of_zeros(batch.per_device, experiment.data.sequence_length, task.labels_per_row()),
      at::kMeta);
  const StepParts parts{at::kMeta, model, parameters, task, *optimizer, group};
  // Rows without targets would skip the step.
  optimizer_step(parts, {rows}, std::max<std::int64_t>(1, rows.num_targets),
                 {forward_mode(experiment), experiment.optimizer.learning_rate,
                  experiment.optimizer.max_gradient_norm},
                 [] { return true; });
  plan.activations = meta.count().peak() - before;
  if (forward_mode(experiment).offload_activations) plan.host_activations = room_for_activations();
  plan.host += plan.host_activations;
  return plan;
}

Result<MemoryPlan> try_to_plan_memory(const Experiment& experiment, const Model& model,
                                      const Task& task, const BatchShape& batch,
                                      at::ScalarType compute_type) {
  try {
    return plan_memory(experiment, model, task, batch, compute_type);
  } catch (...) {
    return failure_of_current_exception();
  }
}

const MemoryPlan& MemoryPlans::of(const Experiment& experiment, std::int64_t per_device) {
  const std::string settings = write_resolved(experiment) + std::to_string(per_device);
  const auto found = made_.find(settings);
  if (found != made_.end()) return found->second;
  return made_
      .emplace(settings, plan_memory(experiment, model_, task_, {per_device, 1},
                                     compute_type(experiment.precision.kind)))
      .first->second;
}

std::int64_t peak_bytes(at::Device device) {
  if (device.is_cuda()) {
    constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    const auto stats = at::getDeviceAllocator(device.type())->getDeviceStats(device.index());
    return stats.allocated_bytes[kAll].peak;
  }
  // Not getrusage: its maximum survives exec, so it may be that of the program that started this
  // one.
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::int64_t kibibytes = 0; word == "VmHWM:" && status >> kibibytes)
      return kibibytes * 1024;
  return 0;
}

}  // namespace trainyard
