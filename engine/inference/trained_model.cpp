// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inference/trained_model.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/Parallel.h>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/trained_adapter.h"
#include "engine/checkpoint/weights.h"
#include "engine/system/allowed_cores.h"
#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/open_dataset.h"
#include "engine/parallel/gpu_module.h"
#include "engine/train/data_notes.h"
#include "engine/train/model_labels.h"
#include "engine/train/model_setup.h"
#include "engine/train/session.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kNoOtherRanks{1};

fs::path model_folder(const fs::path& given) {
  std::error_code ignored;
  const fs::path of_run = given / "results" / "model";
  return fs::absolute(fs::is_directory(of_run, ignored) ? of_run : given);
}

// The names that the model was trained with must be those of the data: the loss uses their indices.
Result<void> check_labels(const fs::path& model, const std::vector<std::string>& names,
                          const PreparedData& data) {
  if (data.labels.empty() || names == data.labels) return {};
  if (names.empty())
    return make_error("data.no_model_labels",
                      {{"model", model.string()}, {"found", comma_list(data.labels)}});
  return make_error("data.other_labels", {{"model", model.string()},
                                          {"found", comma_list(data.labels)},
                                          {"wanted", comma_list(names)}});
}

// The texts become the document's training data.
void take_inputs(const std::vector<fs::path>& inputs, TrainedModel& trained) {
  DataSection& data = trained.experiment.data;
  if (data.kind == DataKind::prepared) data.kind = DataKind::text;
  data.train.clear();
  for (const fs::path& input : inputs) data.train.push_back(fs::absolute(input).string());
  data.validation.clear();
  data.test.clear();
  data.temporal_test.clear();
  data.validation_split_ratio = data.test_split_ratio = 0;
  data.split_seed.reset();
  data.drop_incomplete_rows = false;
  data.max_train_samples.reset();
  data.sentences = SentenceSplitter::none;
  trained.labels = LabelsAre::absent;
}

// With the labels of the data or, if it has none, of the document.
Result<Map> labelled_config(const TrainedModel& trained, const Map& config) {
  const Experiment& experiment = trained.experiment;
  PreparedData data = trained.work.data;
  if (trained.labels == LabelsAre::absent) {
    data.rows = rows_of(experiment);
    data.labels = experiment.task.labels;
    if (has_label_names(data.rows) && data.labels.empty())
      return make_error("prediction.no_labels", {{"model", trained.folder.string()}});
  }
  return config_for_data(experiment, config, data);
}

// Without gradients, and only in the compute type.
ParameterTable untrained(ParameterTable table) {
  for (LayerSpec& layer : table)
    for (ParameterSpec& spec : layer.parameters) spec.trainable = false;
  return table;
}

Result<void> fill(TrainingWork& work, const fs::path& folder,
                  const std::optional<TrainedAdapter>& adapter) {
  TRY(const LoadedWeights loaded,
      load_weights(folder, *work.parameters, work.model->weight_names()));
  for (const std::string& name : loaded.missing)
    if (!adapter || !adapter->replaced.contains(name))
      return make_error("checkpoint.no_tensor", {{"file", folder.string()}, {"tensor", name}});
  if (adapter) {
    TRY(adapter->merge_into(folder, *work.parameters));
  }
  work.parameters->update_copies();
  return {};
}

// The device, and a group of this process alone.
Result<void> open_device(const Experiment& experiment, TrainingWork& work, Reporter& reporter) {
  work.is_padding_free = is_padding_free(experiment);
  work.num_threads = allowed_cores();
  at::set_num_threads(static_cast<int>(work.num_threads));
  if (experiment.resources.uses_gpus()) {
    TRY(work.device, use_gpu(RankInfo{}, is_bf16(experiment.precision.kind)));
    const auto opened = use_fused_kernels(work.device, experiment.precision.fused_kernels);
    if (!opened) reporter.message(MessageLevel::info, opened.error());
  }
  TRY(work.group, make_process_group(RankInfo{}, work.device, kNoOtherRanks));
  return {};
}

Result<void> prepare_data(TrainedModel& trained, const ResolvePath& resolve, Reporter& reporter) {
  TrainingWork& work = trained.work;
  DataRequest request = data_request(trained.experiment, *work.model, resolve, allowed_cores());
  request.labels = trained.labels;
  const auto builder = make_dataset_builder(request);
  TRY(work.data, builder->prepare_cached([&](std::string_view phase, double done, double total) {
    reporter.progress(std::string(phase), done, total);
    return !stop_requested();
  }));
  for (const Error& note : builder->notes()) reporter.message(MessageLevel::warning, note);
  if (trained.labels == LabelsAre::given)
    for (const Error& note : notes_on_data(trained.experiment, work.data))
      reporter.message(MessageLevel::warning, note);
  return check_vocabulary(trained.experiment, work.data, *work.model);
}

}  // namespace

Result<TrainedModel> load_trained_model(const TrainedModelArguments& arguments,
                                        Reporter& reporter) {
  const fs::path& document = arguments.document.experiment;
  TrainedModel trained;
  TRY(trained.experiment, read_executable_experiment(document, arguments.document.overrides));
  TRY(check_workload(trained.experiment));
  trained.folder = model_folder(arguments.model);
  fs::path weights = trained.folder;
  std::optional<TrainedAdapter> adapter;
  if (is_adapter_folder(weights)) {
    TRY(adapter, TrainedAdapter::read(weights));
    TRY(weights, adapter->base_folder(arguments.base));
    weights = fs::absolute(weights);
  }
  Experiment& experiment = trained.experiment;
  experiment.model.pretrained = weights.string();
  experiment.model.overrides.clear();
  experiment.lora = {};
  if (!arguments.inputs.empty()) take_inputs(arguments.inputs, trained);

  TrainingWork& work = trained.work;
  TRY(open_device(experiment, work, reporter));
  const auto resolve = [&](const std::string& path) { return resolve_path(document, path); };
  TRY(Map config, model_config(experiment, resolve));
  TRY(work.model, make_checked_model(experiment, config));
  TRY(prepare_data(trained, resolve, reporter));
  if (adapter) {  // the base does not know the labels
    TRY(config, labelled_config(trained, config));
    TRY(work.model, make_checked_model(experiment, config));
  }
  trained.label_names = label_names(config);
  TRY(check_labels(trained.folder, trained.label_names, work.data));
  TaskData known = task_data(work.data, work.model->config());
  known.labels = trained.label_names;
  TRY(work.task, make_task(experiment, known));
  work.parameters = std::make_unique<Parameters>(untrained(work.model->table()), work.device,
                                                 compute_type(experiment.precision.kind));
  TRY(fill(work, weights, adapter));
  return trained;
}

Result<std::unique_ptr<const Dataset>> open_rows(const TrainedModel& model, Split split) {
  const PreparedData& data = model.work.data;
  std::unique_ptr<const Dataset> rows;
  if (data[split].exists()) {
    const DataSection& section = model.experiment.data;
    const auto most = split == Split::train        ? section.max_train_samples
                      : split == Split::validation ? section.max_validation_samples
                                                   : std::nullopt;
    TRY(auto all, open_dataset(model.experiment, data, data[split], model.labels));
    rows = some_examples(std::move(all), most, section.sample_seed);
  }
  if (rows && rows->num_examples() > 0) return rows;
  if (split == Split::train && model.labels == LabelsAre::absent)
    return make_error("data.no_input_rows",
                      {{"sequence_length", model.experiment.data.sequence_length}});
  if (split == Split::train) return make_error("data.no_rows", {});
  if (split == Split::validation) return make_error("data.nothing_to_evaluate", {});
  return make_error("data.no_test_rows", {{"split", std::string(name_of(split))}});
}

std::int64_t rows_at_once(const Experiment& experiment) {
  return experiment.evaluation.batch_size.value_or(experiment.batch.per_device);
}

}  // namespace trainyard
