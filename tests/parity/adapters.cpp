// SPDX-License-Identifier: GPL-3.0-or-later
// adapters KIND BASE ADAPTER OUT ROWS LENGTH [lora.rank=4 lora.alpha=8 ...]
// BASE is a folder that transformers wrote, ADAPTER one that peft wrote for it. Reads both, runs
// the model on OUT/tokens (int64, ROWS x LENGTH), and writes raw fp32 files: OUT/hidden, and
// OUT/gradient/<name> of what is trained, of the mean loss. Writes the adapter as it was read to
// OUT/written, and the merged model to OUT/merged. What adapters_test.py compares with peft.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/merge.h"
#include "engine/model/adapters.h"
#include "engine/model/forward.h"
#include "engine/task/task.h"
#include "tests/engine/rows.h"
#include "tests/parity/experiment_of.h"

using namespace trainyard;

namespace {

namespace fs = std::filesystem;

template <class T>
T checked(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(2);
}

void checked(const Result<void>& result) {
  if (result) return;
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(2);
}

void write_numbers(const fs::path& path, const at::Tensor& tensor) {
  const at::Tensor dense = tensor.detach().to(at::kFloat).contiguous();
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(static_cast<const char*>(dense.const_data_ptr()),
             static_cast<std::streamsize>(dense.nbytes()));
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 7) return 2;
  const std::string kind = arguments[1];
  const fs::path base = arguments[2], adapter = arguments[3], out = arguments[4];
  const Experiment experiment = experiment_of({arguments + 7, arguments + count});
  const auto model = checked(make_model(kind, checked(read_model_config(base))));
  Parameters parameters(checked(trained_table(*model, experiment.lora)), at::kCPU,
                        compute_type(experiment.precision.kind),
                        trained_type(experiment.precision.kind));
  std::vector<std::string> left =
      checked(load_weights(base, parameters, model->weight_names())).unused;
  for (const std::string& name : checked(load_adapter(adapter, parameters))) left.push_back(name);
  for (const std::string& name : left) std::fprintf(stderr, "%s is not used\n", name.c_str());
  parameters.update_copies();

  at::Tensor tokens = at::empty({std::atoll(arguments[5]), std::atoll(arguments[6])}, at::kLong);
  std::ifstream(out / "tokens", std::ios::binary)
      .read(static_cast<char*>(tokens.mutable_data_ptr()),
            static_cast<std::streamsize>(tokens.nbytes()));
  write_numbers(out / "hidden",
                forward(*model, parameters, {.input_ids = tokens}, {.training = false}));
  const auto task = checked(make_task(experiment));
  MicroBatch rows = rows_of(tokens);
  rows.labels = rows.input_ids;
  const Batch batch = task->batch(rows, at::kCPU);
  task->train(*model, parameters, batch, 1.0 / static_cast<double>(batch.num_targets), {});
  for (const auto& [name, tensor] : adapter_weights(parameters.table(), named_weights(parameters)))
    write_numbers(out / "gradient" / name, tensor.grad());

  fs::create_directory(out / "written");
  ModelContent content{.weights = adapter_weights(parameters.table(), named_weights(parameters)),
                       .config = model->config()};
  content.adapter =
      adapter_config(experiment.lora, *model, parameters.table(), experiment.task.kind, base);
  checked(write_model_folder(out / "written", content));
  checked(merge_adapter(out / "written", {}, out / "merged", [](double, double) { return true; }));
  return left.empty() ? 0 : 1;
}
