// SPDX-License-Identifier: GPL-3.0-or-later
// training_steps FOLDER STEPS BATCH LENGTH [optimizer.kind=sgd model.overrides.n_layer=3 ...]
// Trains a random model of these settings of an experiment on FOLDER/tokens (int64, STEPS x BATCH x
// LENGTH). Prints a line a step with its loss and gradient norm; writes raw fp32 files:
// initial/<name>, gradient/<name> (of the first step, unclipped), final/<name>, and of the first
// batch, before training: hidden, or logits where the task classifies. Further files that may be in
// FOLDER: labels, shaped as the tokens; lengths (int64, STEPS x BATCH), the rest of each row being
// padding; positions, shaped as the tokens: a document begins at each 0; row_labels (fp64, STEPS x
// BATCH x labels a row).
// What transformers_test.py compares with transformers.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/model/forward.h"
#include "engine/model/large_blocks.h"
#include "engine/optim/schedule.h"
#include "engine/train/loss_scale.h"
#include "engine/train/optimizer_step.h"
#include "tests/engine/rows.h"
#include "tests/parity/experiment_of.h"

using namespace trainyard;

namespace {

void write(const std::filesystem::path& path, const at::Tensor& tensor) {
  const at::Tensor dense = tensor.detach().to(at::kFloat).contiguous();
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(static_cast<const char*>(dense.const_data_ptr()),
             static_cast<std::streamsize>(dense.nbytes()));
}

void write_all(const std::filesystem::path& folder, const Parameters& parameters, bool gradients) {
  for (std::size_t l = 0; l < parameters.table().size(); ++l)
    for (std::size_t i = 0; i < parameters.table()[l].parameters.size(); ++i) {
      const at::Tensor& tensor = parameters.layers()[l].parameters[i].value;
      write(folder / parameters.table()[l].parameters[i].name, gradients ? tensor.grad() : tensor);
    }
}

// Undefined when there is no such file.
at::Tensor read_numbers(const std::filesystem::path& path, at::IntArrayRef shape,
                        at::ScalarType type) {
  if (!std::filesystem::exists(path)) return {};
  at::Tensor numbers = at::empty(shape, type);
  std::ifstream(path, std::ios::binary)
      .read(static_cast<char*>(numbers.mutable_data_ptr()),
            static_cast<std::streamsize>(numbers.nbytes()));
  return numbers;
}

// What the files say of all steps.
struct Numbers {
  at::Tensor tokens, labels, lengths, positions, row_labels;

  // Some rows of every step.
  Numbers rows(std::int64_t first, std::int64_t count) const {
    Numbers some = *this;
    for (at::Tensor* tensor :
         {&some.tokens, &some.labels, &some.lengths, &some.positions, &some.row_labels})
      if (tensor->defined()) *tensor = tensor->narrow(1, first, count);
    return some;
  }

  MicroBatch step(std::int64_t index) const {
    MicroBatch batch = rows_of(tokens[index]);
    if (labels.defined()) batch.labels = rows_of(labels[index]).input_ids;
    if (row_labels.defined()) {
      const at::Tensor numbers = row_labels[index].contiguous();
      const auto* first = numbers.const_data_ptr<double>();
      batch.row_labels.assign(first, first + numbers.numel());
    }
    if (positions.defined()) {
      batch.positions = rows_of(positions[index]).input_ids;
      for (std::size_t i = 1; i <= batch.positions.size(); ++i)
        if (i == batch.positions.size() || batch.positions[i] == 0)
          batch.document_ends.push_back(static_cast<std::int32_t>(i));
    }
    if (!lengths.defined()) return batch;
    for (std::int64_t row = 0; row < batch.num_rows; ++row) {
      const auto text = lengths[index][row].item<std::int64_t>();
      batch.row_lengths.push_back(text);
      batch.document_ends.push_back(static_cast<std::int32_t>(row * batch.length + text));
      if (text < batch.length)
        batch.document_ends.push_back(static_cast<std::int32_t>((row + 1) * batch.length));
    }
    return batch;
  }
};

// What the first batch gives before training.
void write_outputs(const std::filesystem::path& folder, const Model& model,
                   const Parameters& parameters, const Batch& batch, HeadKind kind) {
  if (kind == HeadKind::language_modeling)
    write(folder / "hidden", forward(model, parameters, batch, {.training = false}));
  else
    write(folder / "logits", logits(model, parameters, batch, {.training = false}));
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) return 2;
  const std::filesystem::path folder = arguments[1];
  const std::int64_t steps = std::atoll(arguments[2]), rows = std::atoll(arguments[3]),
                     length = std::atoll(arguments[4]);
  const Experiment experiment = experiment_of({arguments + 5, arguments + count});
  const double learning_rate = experiment.optimizer.learning_rate;

  const HeadKind kind = head_of(experiment.task.kind);
  const auto model =
      make_model(std::string(name_of(experiment.model.kind)), experiment.model.overrides, kind);
  if (!model) return std::fprintf(stderr, "%s\n", model.error().message.c_str()), 2;
  use_large_blocks();
  Parameters parameters((*model)->table(), at::kCPU, compute_type(experiment.precision.kind),
                        trained_type(experiment.precision.kind));
  const auto task = std::move(make_task(experiment, {{}, experiment.task.labels}).value());
  const auto optimizer = make_optimizer(experiment.optimizer, parameters);
  const auto group = std::move(make_process_group({}, at::kCPU, std::chrono::seconds(1)).value());
  const StepParts parts{at::kCPU, **model, parameters, *task, *optimizer, *group};
  parameters.initialize(3);
  // Zeros and ones would hide mistakes. Seeded, since with some weights rounding alone puts a value
  // on the other side of relu's kink.
  at::manual_seed(3);
  for (LayerParameters& layer : parameters.layers())
    layer.flat.add_(at::randn_like(layer.flat), 0.02);
  parameters.update_copies();
  write_all(folder / "initial", parameters, false);

  const Numbers numbers{
      read_numbers(folder / "tokens", {steps, rows, length}, at::kLong),
      read_numbers(folder / "labels", {steps, rows, length}, at::kLong),
      read_numbers(folder / "lengths", {steps, rows}, at::kLong),
      read_numbers(folder / "positions", {steps, rows, length}, at::kLong),
      read_numbers(folder / "row_labels", {steps, rows, task->labels_per_row()}, at::kDouble)};
  Batch first = task->batch(numbers.step(0), at::kCPU);
  if (kind == HeadKind::language_modeling) first.target_positions.reset();
  write_outputs(folder, **model, parameters, first, kind);
  const Schedule schedule(experiment.schedule, learning_rate, steps);
  const bool is_scaled = experiment.precision.kind == PrecisionKind::fp16;
  LossScale scale = first_loss_scale(experiment.precision);
  for (std::int64_t step = 0; step < steps; ++step) {
    if (step == 0) {
      const Batch batch = task->batch(numbers.step(step), at::kCPU);
      task->train(**model, parameters, batch, 1.0 / static_cast<double>(batch.num_targets), {});
      parameters.complete_gradients();
      write_all(folder / "gradient", parameters, true);
      parameters.zero_gradients();
    }
    std::vector<Batch> batches;
    std::int64_t num_targets = 0;
    const std::int64_t share = rows / experiment.batch.gradient_accumulation_steps;
    for (std::int64_t row = 0; row < rows; row += share) {
      batches.push_back(task->batch(numbers.rows(row, share).step(step), at::kCPU));
      num_targets += batches.back().num_targets;
    }
    const auto values = optimizer_step(parts, batches, num_targets,
                                       {{},
                                        learning_rate * schedule.factor(step - scale.skipped_steps),
                                        experiment.optimizer.max_gradient_norm,
                                        is_scaled ? std::optional(scale.scale) : std::nullopt},
                                       [] { return true; });
    update(scale, values->overflowed, experiment.precision);
    std::printf("%.9g %.9g\n", values->loss.item<double>(), values->gradient_norm.item<double>());
  }
  write_all(folder / "final", parameters, false);
}
