#include "engine/train/commands.h"

#include <sched.h>

#include <algorithm>
#include <cstdio>

#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/store.h"
#include "engine/contract/checkpoint_manifest.h"
#include "engine/contract/json.h"
#include "engine/parallel/gpu_module.h"
#include "engine/train/reporter.h"
#include "engine/train/session.h"
#include "engine/train/sources.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

ExitCode print(const std::vector<Diagnostic>& diagnostics, OutputFormat format) {
  if (format == OutputFormat::json) {
    std::string text = "[";
    for (const Diagnostic& diagnostic : diagnostics)
      text += (text.size() > 1 ? ",\n" : "\n") + to_json(diagnostic);
    std::printf("%s\n]\n", text.c_str());
  } else {
    for (const Diagnostic& diagnostic : diagnostics)
      std::printf("%s\n", to_line(diagnostic).c_str());
    if (diagnostics.empty()) std::printf("no problems found\n");
  }
  return has_errors(diagnostics) ? ExitCode::invalid_input : ExitCode::completed;
}

int allowed_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? std::max(1, CPU_COUNT(&allowed))
                                                               : 1;
}

void add(std::vector<Diagnostic>& diagnostics, const std::string& path, const Error& error) {
  Diagnostic diagnostic;
  diagnostic.code = error.code;
  diagnostic.path = path;
  diagnostic.arguments = error.arguments;
  diagnostic.text = error.message;
  diagnostics.push_back(std::move(diagnostic));
}

// What is wrong on this machine with what a sound document names.
std::vector<Diagnostic> check_machine(const fs::path& file, const Experiment& experiment) {
  std::vector<Diagnostic> found;
  const auto resolve = [&](const std::string& path) { return resolve_path(file, path); };
  if (const auto wanted = experiment.resources.gpus_per_node; wanted > 0) {
    const auto module = open_gpu_module();
    if (!module)
      add(found, "resources.gpus_per_node", module.error());
    else if ((*module)->num_devices < wanted)
      add(found, "resources.gpus_per_node",
          Error{"gpu.too_few",
                {{"wanted", wanted}, {"found", (*module)->num_devices}},
                "this machine shows " + std::to_string((*module)->num_devices) + " of the " +
                    std::to_string(wanted) + " GPUs that were asked for",
                ExitCode::environment});
  }
  auto config = model_config(experiment, resolve);
  if (!config) {
    add(found, "model", config.error());
    return found;
  }
  auto model = make_checked_model(experiment, *config);
  if (!model) {
    add(found, "model.overrides", model.error());
    return found;
  }
  if (experiment.data.kind == DataKind::prepared) {
    if (auto data = read_prepared(resolve(experiment.data.path.value_or(""))); !data)
      add(found, "data.path", data.error());
    return found;
  }
  for (const Error& error : check_text_sources(text_settings(experiment, **model, 1, resolve)))
    add(found, "data", error);
  return found;
}

}  // namespace

Result<ExitCode> validate_command(const DocumentArguments& arguments) {
  auto document = read_engine_document(arguments.experiment, arguments.overrides);
  if (!document) return document.error();
  return print(document->diagnostics, arguments.format);
}

Result<ExitCode> preflight_command(const DocumentArguments& arguments) {
  auto document = read_engine_document(arguments.experiment, arguments.overrides);
  if (!document) return document.error();
  std::vector<Diagnostic> diagnostics = document->diagnostics;
  const bool is_sound = !has_errors(diagnostics);
  if (is_sound && document->experiment.workload == Workload::engine) {
    std::vector<Diagnostic> findings = check_machine(arguments.experiment, document->experiment);
    place_findings(findings, arguments.experiment, arguments.overrides);
    diagnostics.insert(diagnostics.end(), findings.begin(), findings.end());
  }
  const ExitCode code = print(diagnostics, arguments.format);
  return is_sound && code == ExitCode::invalid_input ? ExitCode::environment : code;
}

Result<ExitCode> prepare_command(const DocumentArguments& arguments, const fs::path& output) {
  auto experiment = read_executable_experiment(arguments.experiment, arguments.overrides);
  if (!experiment) return experiment.error();
  if (experiment->data.kind != DataKind::text)
    return Error{"data.kind",
                 {},
                 "data.kind: engine prepare makes prepared data from data.kind text; this "
                 "document's data is prepared already",
                 ExitCode::invalid_input};
  const auto resolve = [&](const std::string& path) {
    return resolve_path(arguments.experiment, path);
  };
  auto config = model_config(*experiment, resolve);
  if (!config) return config.error();
  auto model = make_checked_model(*experiment, *config);
  if (!model) return model.error();
  Reporter reporter(nullptr, std::nullopt);
  auto data = prepare_text(text_settings(*experiment, **model, allowed_cores(), resolve), output,
                           [&](std::string_view phase, double done, double total) {
                             reporter.progress(std::string(phase), done, total);
                             return !stop_requested();
                           });
  if (!data) return data.error();
  std::printf("%s\n", to_json(Value(Map{{"path", fs::absolute(output).string()},
                                        {"train_tokens", data->train.num_tokens},
                                        {"validation_tokens", data->validation.num_tokens},
                                        {"vocab_size", data->vocab_size}}))
                          .c_str());
  return ExitCode::completed;
}

Result<ExitCode> export_command(const fs::path& checkpoint, const fs::path& output) {
  fs::path folder = checkpoint;
  std::error_code ignored;
  if (!fs::exists(folder / manifest_name, ignored) &&
      fs::is_directory(folder / "checkpoints", ignored)) {
    auto newest = CheckpointStore(RunFolder{folder}, 0).find_newest(Quarantine::no);
    if (!newest) return newest.error();
    if (!*newest)
      return Error{"checkpoint.none",
                   {{"folder", folder.string()}},
                   folder.string() + ": holds no checkpoint yet",
                   ExitCode::checkpoint};
    folder = (*newest)->folder;
  }
  if (auto verified = verify_manifest(folder); !verified) return verified.error();
  if (auto copied = copy_model_folder(folder, output); !copied) return copied.error();
  std::printf("%s\n", fs::absolute(output).c_str());
  return ExitCode::completed;
}

}  // namespace trainyard
