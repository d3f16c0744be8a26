// training_steps FOLDER STEPS BATCH LENGTH [optimizer.kind=sgd model.overrides.n_layer=3 ...]
// Trains a random model of these settings of an experiment on FOLDER/tokens (int64, STEPS x BATCH x
// LENGTH). Prints a line a step with its loss and gradient norm; writes raw fp32 files:
// initial/<name>, gradient/<name> (of the first step, unclipped), final/<name>, hidden (of the
// first batch, before training). With FOLDER/labels, shaped as the tokens, these are the labels.
// What transformers_test.py compares with transformers.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/model/forward.h"
#include "engine/optim/schedule.h"
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

at::Tensor read_tokens(const std::filesystem::path& path, std::int64_t steps, std::int64_t batch,
                       std::int64_t length) {
  at::Tensor tokens = at::empty({steps, batch, length}, at::kLong);
  std::ifstream(path, std::ios::binary)
      .read(static_cast<char*>(tokens.mutable_data_ptr()),
            static_cast<std::streamsize>(tokens.nbytes()));
  return tokens;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) return 2;
  const std::filesystem::path folder = arguments[1];
  const std::int64_t steps = std::atoll(arguments[2]), rows = std::atoll(arguments[3]),
                     length = std::atoll(arguments[4]);
  const Experiment experiment = experiment_of({arguments + 5, arguments + count});
  const double learning_rate = experiment.optimizer.learning_rate;

  const auto model =
      make_model(std::string(name_of(experiment.model.kind)), experiment.model.overrides);
  if (!model) return std::fprintf(stderr, "%s\n", model.error().message.c_str()), 2;
  Parameters parameters((*model)->table(), at::kCPU, compute_type(experiment.precision.kind));
  const auto task = std::move(make_task(experiment).value());
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

  const at::Tensor tokens = read_tokens(folder / "tokens", steps, rows, length);
  write(folder / "hidden",
        forward(**model, parameters, {.input_ids = tokens[0]}, {.training = false}));
  at::Tensor labels;
  if (std::filesystem::exists(folder / "labels"))
    labels = read_tokens(folder / "labels", steps, rows, length);
  const Schedule schedule(experiment.schedule, learning_rate, steps);
  for (std::int64_t step = 0; step < steps; ++step) {
    MicroBatch batch = rows_of(tokens[step]);
    if (labels.defined()) batch.labels = rows_of(labels[step]).input_ids;
    const std::int64_t num_targets = task->num_targets(batch);
    if (step == 0) {
      task->train(**model, parameters, task->batch(batch, at::kCPU),
                  1.0 / static_cast<double>(num_targets), {});
      write_all(folder / "gradient", parameters, true);
      parameters.zero_gradients();
    }
    const auto values = optimizer_step(
        parts, {batch}, num_targets,
        {{}, learning_rate * schedule.factor(step), experiment.optimizer.max_gradient_norm},
        [] { return true; });
    std::printf("%.9g %.9g\n", values->loss.item<double>(), values->gradient_norm.item<double>());
  }
  write_all(folder / "final", parameters, false);
}
