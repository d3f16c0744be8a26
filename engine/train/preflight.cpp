// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/preflight.h"

#include "engine/checkpoint/weights.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/prepared_folder.h"
#include "engine/model/adapters.h"
#include "engine/parallel/gpu_module.h"
#include "engine/train/data_notes.h"
#include "engine/train/model_labels.h"
#include "engine/train/model_setup.h"
#include "engine/train/tokenizer_notes.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

class MachineCheck {
 public:
  MachineCheck(const fs::path& file, const Experiment& experiment)
      : experiment_(experiment),
        resolve_([file](const std::string& path) { return resolve_path(file, path); }) {}

  MachineFindings run(LooksAt looks_at) {
    if (looks_at == LooksAt::everything) check_gpus();
    auto config = model_config(experiment_, resolve_);
    if (!config) {
      add("model", config.error());
      return std::move(found_);
    }
    auto model = make_checked_model(experiment_, *config);
    if (!model) {
      // Errors in a folder's own configuration are not about overrides.
      add(experiment_.model.pretrained && experiment_.model.overrides.empty() ? "model.pretrained"
                                                                              : "model.overrides",
          model.error());
      return std::move(found_);
    }
    if (auto table = trained_table(**model, experiment_.lora); !table)
      add("lora.target_modules", table.error());
    add_if_wrong("lora.pretrained", check_adapter(experiment_, resolve_));
    check_weights_there(**model);
    check_labels(*config, experiment_.task.labels);
    if (experiment_.data.kind == DataKind::prepared)
      check_prepared(*config);
    else
      check_files(*config, **model);
    return std::move(found_);
  }

 private:
  void add(const std::string& path, const Error& error, Severity severity = Severity::error) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.code = error.code;
    diagnostic.path = path;
    diagnostic.arguments = error.arguments;
    diagnostic.text = error.message;
    found_.diagnostics.push_back(std::move(diagnostic));
    if (severity == Severity::error && found_.exit_code == ExitCode::completed)
      found_.exit_code = error.exit_code;
  }
  void add_if_wrong(const std::string& path, const Result<void>& outcome) {
    if (!outcome) add(path, outcome.error());
  }

  void check_gpus() {
    constexpr const char* path = "resources.gpus_per_node";
    const std::int64_t wanted = experiment_.resources.gpus_per_node;
    if (wanted == 0) return;
    const auto module = open_gpu_module();
    if (!module) return add(path, module.error());
    const std::int64_t shown = (*module)->num_devices;
    if (shown < wanted)
      return add(path, make_error("gpu.too_few", {{"wanted", wanted}, {"found", shown}}));
    const bool wants_bf16 = is_bf16(experiment_.precision.kind);
    for (std::int64_t index = 0; index < wanted; ++index)
      if (auto able = check_capability((*module)->compute_capability(index), wants_bf16); !able)
        return add(wants_bf16 ? "precision.kind" : path, able.error());
  }

  void check_weights_there(const Model& model) {
    if (!experiment_.model.pretrained) return;
    add_if_wrong("model.pretrained",
                 check_weights(resolve_(*experiment_.model.pretrained), model.table(),
                               model.weight_names(), experiment_.model.resize_vocabulary));
  }

  void check_labels(const Map& config, const std::vector<std::string>& labels) {
    if (!experiment_.model.pretrained || labels.empty()) return;
    add_if_wrong("task.labels", check_label_order(resolve_(*experiment_.model.pretrained).string(),
                                                  config, labels));
  }

  void check_prepared(const Map& config) {
    const auto data = read_prepared(resolve_(experiment_.data.path.value_or("")));
    if (!data) return add("data.path", data.error());
    check_labels(config, data->labels);
    add_if_wrong("data.path",
                 check_learned(experiment_, *data, {std::begin(all_splits), std::end(all_splits)}));
    check_size("data.path", config, *data);
    if (!experiment_.model.pretrained) return;
    if (const auto note = note_on_tokenizer(data->folder, resolve_(*experiment_.model.pretrained)))
      add("data.path", *note, Severity::warning);
  }

  void check_files(const Map& config, const Model& model) {
    const auto builder = make_dataset_builder(data_request(experiment_, model, resolve_, 1));
    for (const Error& error : builder->check()) add("data", error);
    const auto& named = experiment_.data.tokenizer;
    const auto given = builder->vocabulary();
    if (!given || !builder->has_tokenizer()) return;
    const auto tokenizer = Tokenizer::read(*given);
    if (!tokenizer) return;  // reported by check()
    PreparedData data;
    data.tokens = special_tokens(*tokenizer);
    data.folder = *given;
    check_size(named ? "data.tokenizer" : "model.pretrained", config, data);
    if (!named || !experiment_.model.pretrained) return;
    if (const auto note = note_on_tokenizer(data.folder, resolve_(*experiment_.model.pretrained)))
      add("data.tokenizer", *note, Severity::warning);
  }

  // Creates the model as training does once the data is available, except for labels.
  void check_size(const std::string& path, const Map& config, PreparedData data) {
    data.rows = RowKind::blocks;
    const auto model = make_checked_model(experiment_, config_for_data(experiment_, config, data));
    if (model) add_if_wrong(path, check_vocabulary(experiment_, data, **model));
  }

  const Experiment& experiment_;
  const ResolvePath resolve_;
  MachineFindings found_;
};

}  // namespace

MachineFindings check_machine(const fs::path& file, const Experiment& experiment,
                              LooksAt looks_at) {
  return MachineCheck(file, experiment).run(looks_at);
}

}  // namespace trainyard
