#include <algorithm>
#include <chrono>
#include <cstdio>

#include <ATen/Parallel.h>

#include "engine/checkpoint/weights.h"
#include "engine/contract/allowed_cores.h"
#include "engine/contract/comma_list.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/parallel/gpu_module.h"
#include "engine/train/commands.h"
#include "engine/train/evaluation.h"
#include "engine/train/reporter.h"
#include "engine/train/results.h"
#include "engine/train/sources.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kNoOtherRanks{1};

Result<PreparedData> data_of(const Experiment& experiment, const DataRequest& request,
                             const PrepareProgress& progress) {
  if (experiment.data.kind == DataKind::prepared)
    return read_prepared(request.resolve(experiment.data.path.value_or("")));
  return prepare_cached(request, progress);
}

// The names that the model was trained with must be the data's: the loss counts by their numbers.
Result<void> check_labels(const fs::path& model, const Map& config, const PreparedData& data) {
  if (data.labels.empty()) return {};
  std::vector<std::string> names;
  for (const auto& [number, name] : get<Map>(config, "id2label"))
    if (const std::string* text = name.get_if<std::string>()) names.push_back(*text);
  if (names == data.labels) return {};
  return make_error("data.other_labels", {{"model", model.string()},
                                          {"found", comma_list(data.labels)},
                                          {"wanted", comma_list(names)}});
}

Result<void> load_whole(const fs::path& folder, TrainingWork& work) {
  TRY(const LoadedWeights loaded,
      load_weights(folder, *work.parameters, work.model->weight_names()));
  work.parameters->update_copies();
  if (loaded.missing.empty()) return {};
  return make_error("checkpoint.no_tensor",
                    {{"file", folder.string()}, {"tensor", loaded.missing.front()}},
                    ExitCode::checkpoint);
}

fs::path model_folder(const fs::path& given) {
  std::error_code ignored;
  const fs::path of_run = given / "results" / "model";
  return fs::absolute(fs::is_directory(of_run, ignored) ? of_run : given);
}

}  // namespace

Result<ExitCode> evaluate_command(const EvaluateArguments& arguments) {
  TRY(Experiment experiment,
      read_executable_experiment(arguments.document.experiment, arguments.document.overrides));
  const fs::path folder = model_folder(arguments.model);
  experiment.model.pretrained = folder.string();
  experiment.model.overrides.clear();
  experiment.lora = {};
  TrainingWork work;
  work.num_threads = allowed_cores();
  at::set_num_threads(static_cast<int>(work.num_threads));
  const bool is_bf16 = experiment.precision.kind == PrecisionKind::bf16;
  if (experiment.resources.gpus_per_node > 0) {
    TRY(work.device, use_gpu(RankInfo{}, is_bf16));
  }
  TRY(work.group, make_process_group(RankInfo{}, work.device, kNoOtherRanks));

  const auto resolve = [&](const std::string& path) {
    return resolve_path(arguments.document.experiment, path);
  };
  TRY(const Map config, model_config(experiment, resolve));
  TRY(work.model, make_checked_model(experiment, config));
  Reporter reporter(nullptr, std::nullopt);
  const auto progress = [&](std::string_view phase, double done, double total) {
    reporter.progress(std::string(phase), done, total);
    return !stop_requested();
  };
  TRY(work.data,
      data_of(experiment, {experiment, *work.model, allowed_cores(), resolve}, progress));
  TRY(check_vocabulary(experiment, work.data, *work.model));
  TRY(check_labels(folder, config, work.data));
  if (!work.data.validation.file.empty()) {
    TRY(work.validation, open_dataset(experiment, work.data, work.data.validation));
  }
  if (!work.validation || work.validation->num_examples() == 0)
    return make_error("data.nothing_to_evaluate", {});
  TRY(work.task, make_task(experiment, {work.data.tokens, work.data.labels}));
  work.parameters = std::make_unique<Parameters>(work.model->table(), work.device,
                                                 compute_type(experiment.precision.kind));
  TRY(load_whole(folder, work));

  const auto result = evaluate(
      work, experiment.evaluation.batch_size.value_or(experiment.batch.per_device),
      [&](std::int64_t done, std::int64_t total) {
        return progress("phase.evaluating", static_cast<double>(done), static_cast<double>(total));
      });
  if (!result) return make_error("evaluation.stopped", {}, ExitCode::stopped_early);
  std::printf("%s\n", to_json(Value(eval_results(*result))).c_str());
  return ExitCode::completed;
}

}  // namespace trainyard
