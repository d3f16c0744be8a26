// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/optimizer_step.h"

#include <algorithm>
#include <cmath>

#include <ATen/record_function.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/optim/clip_gradients.h"
#include "engine/parallel/gradient_reduction.h"

namespace trainyard {

ForwardMode forward_mode(const Experiment& experiment) {
  const bool is_on_gpu = experiment.resources.uses_gpus();
  return {.recompute = experiment.parallel.recompute,
          .offload_activations = is_on_gpu && experiment.parallel.offload_activations,
          .fused_attention_dropout = is_on_gpu,
          .neftune_noise_alpha = experiment.training.neftune_noise_alpha};
}

Sharding sharding_of(const ParallelSection& parallel, std::int64_t rank, std::int64_t num_ranks) {
  const bool offloads_optimizer = parallel.offload_optimizer && parallel.zero_stage > 0,
             offloads_values = parallel.offload_parameters && parallel.zero_stage == 3,
             is_shared = num_ranks > 1, is_last_stage = parallel.zero_stage == 3;
  if (parallel.zero_stage == 0) return {.padded_ranks = num_ranks};
  if (parallel.shard_degree && *parallel.shard_degree < num_ranks) {
    ParallelSection of_group = parallel;
    of_group.shard_degree.reset();
    return sharding_of(of_group, rank % *parallel.shard_degree, *parallel.shard_degree);
  }
  return {.rank = rank,
          .num_ranks = num_ranks,
          .frees_gradients =
              offloads_optimizer || offloads_values || (is_shared && parallel.zero_stage > 1),
          .frees_values = is_last_stage && (is_shared || offloads_values),
          .offloads_optimizer = offloads_optimizer,
          .offloads_values = offloads_values};
}

namespace {

void sum_loss(const at::Tensor& loss, ProcessGroup& group) {
  RECORD_USER_SCOPE("step/communication");
  group.set_purpose({"communication.of_loss"});
  group.all_reduce_sum(loss);
}

// Runs the micro-batches forwards and backwards, and leaves the sum of their losses and of the
// ranks' gradients. False: `should_continue` said no, and no gradients are left.
bool accumulate_gradients(const StepParts& parts, const std::vector<Batch>& batches, double scale,
                          const StepSettings& settings,
                          const std::function<bool()>& should_continue, at::Tensor& loss) {
  for (const Batch& batch : batches) {
    if (&batch != &batches.front() && !should_continue()) {
      parts.parameters.zero_gradients();
      return false;
    }
    const bool is_last = &batch == &batches.back();
    std::optional<GradientReduction> reduction;
    if (is_last || parts.parameters.sharding().frees_gradients)
      reduction.emplace(parts.parameters, parts.group, is_last);
    if (batch.input_ids.defined()) {
      RECORD_USER_SCOPE("step/forward");  // but for the backward pass, which is marked inside
      loss += parts.task.train(parts.model, parts.parameters, batch, scale, settings.mode);
    } else {
      walk_forward(parts.parameters);
    }
    if (is_last) parts.parameters.complete_gradients();
    if (reduction) reduction->finish();
  }
  return true;
}

// What gradients are multiplied by, for the loss's scale and for clipping; undefined: nothing. The
// norm becomes that without the scale. Nothing if they overflowed: the step is then skipped.
std::optional<at::Tensor> gradient_scale_of(const StepParts& parts, const StepSettings& settings,
                                            StepValues& values) {
  at::Tensor scale;
  if (settings.loss_scale) {
    values.gradient_norm.div_(*settings.loss_scale);
    values.overflowed = !std::isfinite(values.gradient_norm.item<double>());
    if (values.overflowed) {
      values.gradient_norm.zero_();
      parts.parameters.zero_gradients();
      return std::nullopt;
    }
    scale = at::full_like(values.gradient_norm, 1.0 / *settings.loss_scale);
  }
  if (settings.max_gradient_norm > 0) {
    const at::Tensor clip = clipping_scale(values.gradient_norm, settings.max_gradient_norm);
    scale = scale.defined() ? scale.mul_(clip) : clip;
  }
  return scale;
}

}  // namespace

std::optional<StepValues> optimizer_step(const StepParts& parts, const std::vector<Batch>& batches,
                                         std::int64_t num_targets, const StepSettings& settings,
                                         const std::function<bool()>& should_continue) {
  StepValues values;
  values.loss = at::zeros({}, at::TensorOptions().dtype(at::kDouble).device(parts.device));
  if (num_targets == 0) {  // weight decay and momentum alone would change the weights
    settings.copied.hold_device(parts.device);
    values.gradient_norm = at::zeros({}, values.loss.options().dtype(at::kFloat));
    values.has_targets = false;
    return values;
  }
  const double per_target = 1.0 / static_cast<double>(num_targets);
  if (!accumulate_gradients(parts, batches, per_target * settings.loss_scale.value_or(1.0),
                            settings, should_continue, values.loss))
    return std::nullopt;
  sum_loss(values.loss, parts.group);
  values.loss *= per_target;
  RECORD_USER_SCOPE("step/optimizer");
  values.gradient_norm = gradient_norm(parts.parameters, [&](const at::Tensor& squares) {
    parts.group.sharing().all_reduce_sum(squares);
  });
  const auto gradient_scale = gradient_scale_of(parts, settings, values);
  if (!gradient_scale) return values;
  settings.copied.hold_device(parts.device);
  parts.optimizer.step(settings.learning_rate, *gradient_scale);
  gather_values(parts.parameters, parts.group);
  return values;
}

}  // namespace trainyard
