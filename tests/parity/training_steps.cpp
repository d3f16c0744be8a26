// training_steps FOLDER STEPS BATCH LENGTH PRECISION LEARNING_RATE WARMUP_STEPS WEIGHT_DECAY
// MAX_GRADIENT_NORM [key=value]... Trains a random GPT-2 with the configuration keys on
// FOLDER/tokens (int64, STEPS x BATCH x LENGTH). Prints a line a step with its loss and gradient
// norm; writes raw fp32 files: initial/<name>, gradient/<name> (of the first step, unclipped),
// final/<name>, hidden (of the first batch, before training). What transformers_test.py compares
// with transformers.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/optim/adamw.h"
#include "engine/optim/schedule.h"
#include "engine/task/causal_lm.h"

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
      const at::Tensor& tensor = parameters.layers()[l].parameters[i];
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

Map config_of(int count, char** arguments) {
  Map config;
  for (int i = 0; i < count; ++i) {
    const std::string argument = arguments[i], key = argument.substr(0, argument.find('=')),
                      value = argument.substr(key.size() + 1);
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    if (value == "true" || value == "false")
      config.emplace_back(key, value == "true");
    else if (*end != '\0')
      config.emplace_back(key, value);
    else if (value.find_first_of(".e") == std::string::npos)
      config.emplace_back(key, static_cast<std::int64_t>(number));
    else
      config.emplace_back(key, number);
  }
  return config;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 10) return 2;
  const std::filesystem::path folder = arguments[1];
  const std::int64_t steps = std::atoll(arguments[2]), rows = std::atoll(arguments[3]),
                     length = std::atoll(arguments[4]);
  const ComputePrecision precision =
      std::string(arguments[5]) == "bf16" ? ComputePrecision::bf16 : ComputePrecision::fp32;
  const double learning_rate = std::atof(arguments[6]), max_norm = std::atof(arguments[9]);
  const std::int64_t warmup = std::atoll(arguments[7]);

  const auto model = make_model("gpt2", config_of(count - 10, arguments + 10));
  if (!model) return std::fprintf(stderr, "%s\n", model.error().message.c_str()), 2;
  Parameters parameters((*model)->table(), at::kCPU);
  parameters.initialize(3);
  // Zeros and ones would hide mistakes. Seeded, since with some weights rounding alone puts a value
  // on the other side of relu's kink.
  at::manual_seed(3);
  for (LayerParameters& layer : parameters.layers())
    layer.flat.add_(at::randn_like(layer.flat), 0.02);
  write_all(folder / "initial", parameters, false);

  const at::Tensor tokens = read_tokens(folder / "tokens", steps, rows, length);
  write(folder / "hidden",
        (*model)->forward(tokens[0], parameters, {.training = false, .precision = precision}));
  const Schedule schedule({.warmup_steps = warmup}, learning_rate, steps);
  AdamW optimizer(parameters, {.weight_decay = std::atof(arguments[8])});
  for (std::int64_t step = 0; step < steps; ++step) {
    const Batch batch{tokens[step], tokens[step]};
    parameters.zero_gradients();
    const LossSum loss =
        train_causal_lm(**model, parameters, batch, 1.0 / static_cast<double>(count_targets(batch)),
                        {.precision = precision, .step = step});
    if (step == 0) write_all(folder / "gradient", parameters, true);
    const double norm = gradient_norm(parameters);
    optimizer.step(learning_rate * schedule.factor(step), clipping_scale(norm, max_norm));
    std::printf("%.9g %.9g\n", loss.sum.item<double>() / static_cast<double>(loss.num_targets),
                norm);
  }
  write_all(folder / "final", parameters, false);
}
