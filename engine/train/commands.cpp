#include "engine/train/commands.h"

#include <algorithm>
#include <cstdio>
#include <ranges>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/merge.h"
#include "engine/checkpoint/store.h"
#include "engine/contract/allowed_cores.h"
#include "engine/contract/checkpoint_manifest.h"
#include "engine/contract/comma_list.h"
#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/model/adapters.h"
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

void add(std::vector<Diagnostic>& diagnostics, const std::string& path, const Error& error) {
  Diagnostic diagnostic;
  diagnostic.code = error.code;
  diagnostic.path = path;
  diagnostic.arguments = error.arguments;
  diagnostic.text = error.message;
  diagnostics.push_back(std::move(diagnostic));
}

void check_gpus(std::vector<Diagnostic>& found, const Experiment& experiment) {
  constexpr const char* path = "resources.gpus_per_node";
  const std::int64_t wanted = experiment.resources.gpus_per_node;
  if (wanted == 0) return;
  const auto module = open_gpu_module();
  if (!module) return add(found, path, module.error());
  const std::int64_t shown = (*module)->num_devices;
  if (shown < wanted)
    return add(
        found, path,
        make_error("gpu.too_few", {{"wanted", wanted}, {"found", shown}}, ExitCode::environment));
  const bool wants_bf16 = is_bf16(experiment.precision.kind);
  for (std::int64_t index = 0; index < wanted; ++index)
    if (auto able = check_capability((*module)->compute_capability(index), wants_bf16); !able)
      return add(found, wants_bf16 ? "precision.kind" : path, able.error());
}

// What is wrong on this machine with what a sound document names.
std::vector<Diagnostic> check_machine(const fs::path& file, const Experiment& experiment) {
  std::vector<Diagnostic> found;
  const auto resolve = [&](const std::string& path) { return resolve_path(file, path); };
  check_gpus(found, experiment);
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
  if (auto table = trained_table(**model, experiment.lora); !table)
    add(found, "lora.target_modules", table.error());
  if (experiment.data.kind == DataKind::prepared) {
    if (auto data = read_prepared(resolve(experiment.data.path.value_or(""))); !data)
      add(found, "data.path", data.error());
    return found;
  }
  for (const Error& error : check_sources({experiment, **model, 1, resolve}))
    add(found, "data", error);
  return found;
}

Map told(const Steps& steps, const Step& step) {
  return {{"step", step.name}, {"cached", steps.is_done(step)}, {"path", step.folder.string()}};
}

ExitCode list_steps(const Steps& steps) {
  for (const Step& step : steps.all())
    std::printf("%s\n", to_json(Value(told(steps, step))).c_str());
  return ExitCode::completed;
}

Result<ExitCode> run_step(const Steps& steps, const std::string& name, const fs::path& output,
                          const PrepareProgress& progress) {
  const auto& all = steps.all();
  const auto step = std::ranges::find(all, name, &Step::name);
  if (step == all.end())
    return make_error(
        "data.unknown_step",
        {{"step", name}, {"steps", comma_list(all | std::views::transform(&Step::name))}});
  TRY(steps.run(static_cast<std::size_t>(step - all.begin()), progress));
  if (!output.empty()) {
    TRY(make_folder_whole(output, [&](const fs::path& folder) -> Result<void> {
      std::error_code problem;
      fs::copy(step->folder, folder, fs::copy_options::recursive, problem);
      return problem ? file_error(folder, problem.value(), FileStep::write) : Result<void>();
    }));
  }
  Map written = told(steps, *step);
  if (!output.empty()) written.emplace_back("output", fs::absolute(output).string());
  std::printf("%s\n", to_json(Value(written)).c_str());
  return ExitCode::completed;
}

}  // namespace

Result<ExitCode> validate_command(const DocumentArguments& arguments) {
  TRY(const Document document, read_engine_document(arguments.experiment, arguments.overrides));
  return print(document.diagnostics, arguments.format);
}

Result<ExitCode> preflight_command(const DocumentArguments& arguments) {
  TRY(const Document document, read_engine_document(arguments.experiment, arguments.overrides));
  std::vector<Diagnostic> diagnostics = document.diagnostics;
  const bool is_sound = !has_errors(diagnostics);
  if (is_sound && document.experiment.workload == Workload::engine) {
    std::vector<Diagnostic> findings = check_machine(arguments.experiment, document.experiment);
    place_findings(findings, arguments.experiment, arguments.overrides);
    diagnostics.insert(diagnostics.end(), findings.begin(), findings.end());
  }
  const ExitCode code = print(diagnostics, arguments.format);
  return is_sound && code == ExitCode::invalid_input ? ExitCode::environment : code;
}

Result<ExitCode> prepare_command(const PrepareArguments& arguments) {
  TRY(const Experiment experiment,
      read_executable_experiment(arguments.document.experiment, arguments.document.overrides));
  if (experiment.data.kind == DataKind::prepared) return make_error("data.prepared_already", {});
  const auto resolve = [&](const std::string& path) {
    return resolve_path(arguments.document.experiment, path);
  };
  TRY(const Map config, model_config(experiment, resolve));
  TRY(const std::unique_ptr<Model> model, make_checked_model(experiment, config));
  Reporter reporter(nullptr, std::nullopt);
  const auto progress = [&](std::string_view phase, double done, double total) {
    reporter.progress(std::string(phase), done, total);
    return !stop_requested();
  };
  const DataRequest request{experiment, *model, allowed_cores(), resolve};
  if (arguments.lists_steps || !arguments.only.empty()) {
    TRY(const auto steps, steps_of(request, progress));
    if (!steps) return make_error("data.no_steps", {});
    return arguments.lists_steps ? list_steps(*steps)
                                 : run_step(*steps, arguments.only, arguments.output, progress);
  }
  TRY(const PreparedData data, arguments.output.empty()
                                   ? prepare_cached(request, progress)
                                   : prepare_into(request, arguments.output, progress));
  for (const Error& note : notes_on_sources(request)) reporter.message(MessageLevel::warning, note);
  Map written{{"path", fs::absolute(data.folder).string()}};
  for (const Split split : all_splits)
    if (data[split].exists() || split == Split::train || split == Split::validation)
      written.emplace_back(std::string(name_of(split)) + "_tokens", data[split].num_tokens);
  written.emplace_back("vocab_size", data.tokens.vocab_size);
  std::printf("%s\n", to_json(Value(written)).c_str());
  return ExitCode::completed;
}

Result<ExitCode> export_command(const ExportArguments& arguments) {
  fs::path folder = arguments.checkpoint;
  std::error_code ignored;
  if (!fs::exists(folder / manifest_name, ignored) &&
      fs::is_directory(folder / "checkpoints", ignored)) {
    TRY(const auto newest, CheckpointStore(RunFolder{folder}, 0).find_newest(Quarantine::no));
    if (!newest)
      return make_error("checkpoint.none", {{"folder", folder.string()}}, ExitCode::checkpoint);
    folder = newest->folder;
  }
  TRY(verify_manifest(folder));
  if (arguments.merge) {
    if (!is_adapter_folder(folder))
      return make_error("adapter.none", {{"folder", folder.string()}});
    Reporter reporter(nullptr, std::nullopt);
    TRY(merge_adapter(folder, arguments.base, arguments.output, [&](double done, double total) {
      reporter.progress("phase.merging", done, total);
      return !stop_requested();
    }));
  } else {
    TRY(copy_model_folder(folder, arguments.output));
  }
  std::printf("%s\n", fs::absolute(arguments.output).c_str());
  return ExitCode::completed;
}

}  // namespace trainyard
