// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/commands.h"

#include <algorithm>
#include <cstdio>
#include <ranges>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/merge.h"
#include "engine/checkpoint/store.h"
#include "engine/system/allowed_cores.h"
#include "engine/contract/run/checkpoint_manifest.h"
#include "engine/system/comma_list.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/train/data_notes.h"
#include "engine/train/model_setup.h"
#include "engine/train/preflight.h"
#include "engine/train/reporter.h"
#include "engine/train/session.h"
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

Map written_steps(const Steps& steps, const Step& step) {
  return {{"step", step.name}, {"cached", steps.is_done(step)}, {"path", step.folder.string()}};
}

ExitCode list_steps(const Steps& steps) {
  for (const Step& step : steps.all())
    std::printf("%s\n", to_json(Value(written_steps(steps, step))).c_str());
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
  Map written = written_steps(steps, *step);
  if (!output.empty()) written.emplace_back("output", fs::absolute(output).string());
  std::printf("%s\n", to_json(Value(written)).c_str());
  return ExitCode::completed;
}

// The checkpoint that a run's result was created from: it has more information about the model than
// a peft folder. The result itself if that checkpoint no longer exists.
fs::path checkpoint_of(const RunFolder& run, const fs::path& result) {
  if (!is_adapter_folder(result)) return result;
  const auto wanted = digest_file(adapter_file(result));
  std::error_code failed;
  for (fs::directory_iterator entry(run.checkpoints(), failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (!is_adapter_folder(entry->path()) || !verify_manifest(entry->path())) continue;
    const auto found = digest_file(adapter_file(entry->path()));
    if (wanted && found && wanted->xxh3_64 == found->xxh3_64) return entry->path();
  }
  return result;
}

// A checkpoint; for a run its result, which may be the best of its checkpoints, or the newest
// checkpoint if there is no result yet.
Result<fs::path> exported_folder(const fs::path& given, bool is_merged) {
  const RunFolder run{given};
  std::error_code ignored;
  const bool is_checkpoint = fs::exists(given / manifest_name, ignored);
  if (const fs::path result = run.results() / "model";
      !is_checkpoint && fs::is_directory(result, ignored))
    return is_merged ? checkpoint_of(run, result) : result;
  if (!is_checkpoint &&
      (fs::is_directory(run.checkpoints(), ignored) || fs::exists(run.run_json(), ignored))) {
    TRY(const auto newest, CheckpointStore(run, 0).find_newest(Quarantine::no));
    if (!newest) return make_error("checkpoint.none", {{"folder", given.string()}});
    TRY(verify_manifest(newest->folder));
    return newest->folder;
  }
  if (!is_checkpoint) return make_error("checkpoint.not_one", {{"folder", given.string()}});
  TRY(verify_manifest(given));
  return given;
}

}  // namespace

Result<ExitCode> validate_command(const DocumentArguments& arguments) {
  TRY(const Document document, read_engine_document(arguments.experiment, arguments.overrides));
  return print(document.diagnostics, arguments.format);
}

Result<ExitCode> preflight_command(const DocumentArguments& arguments) {
  TRY(const Document document, read_engine_document(arguments.experiment, arguments.overrides));
  std::vector<Diagnostic> diagnostics = document.diagnostics;
  MachineFindings found;
  if (!has_errors(diagnostics) && document.experiment.workload == Workload::engine) {
    found = check_machine(arguments.experiment, document.experiment,
                          arguments.files_only ? LooksAt::files : LooksAt::everything);
    place_findings(found.diagnostics, arguments.experiment, arguments.overrides);
    diagnostics.insert(diagnostics.end(), found.diagnostics.begin(), found.diagnostics.end());
  }
  const ExitCode code = print(diagnostics, arguments.format);
  return found.exit_code == ExitCode::completed ? code : found.exit_code;
}

namespace {

void print_prepared(const PreparedData& data) {
  Map written{{"path", fs::absolute(data.folder).string()}};
  for (const Split split : all_splits)
    if (data[split].exists() || split == Split::train || split == Split::validation)
      written.emplace_back(std::string(name_of(split)) + "_tokens", data[split].num_tokens);
  written.emplace_back("vocab_size", data.tokens.vocab_size);
  std::printf("%s\n", to_json(Value(written)).c_str());
}

}  // namespace

Result<ExitCode> prepare_command(const PrepareArguments& arguments) {
  TRY(const Experiment experiment,
      read_executable_experiment(arguments.document.experiment, arguments.document.overrides));
  TRY(check_workload(experiment));
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
  const auto builder =
      make_dataset_builder(data_request(experiment, *model, resolve, allowed_cores()));
  if (arguments.lists_steps || !arguments.only.empty()) {
    TRY(const auto steps, builder->steps(progress));
    if (!steps) return make_error("data.no_steps", {});
    return arguments.lists_steps ? list_steps(*steps)
                                 : run_step(*steps, arguments.only, arguments.output, progress);
  }
  TRY(const PreparedData data, arguments.output.empty()
                                   ? builder->prepare_cached(progress)
                                   : builder->prepare_into(arguments.output, progress));
  for (const Error& note : builder->notes()) reporter.message(MessageLevel::warning, note);
  if (auto learned =
          check_learned(experiment, data, {std::begin(all_splits), std::end(all_splits)});
      !learned) {
    std::error_code ignored;
    if (!arguments.output.empty()) fs::remove_all(arguments.output, ignored);  // incomplete
    return learned.error();
  }
  for (const Error& note : notes_on_data(experiment, data))
    reporter.message(MessageLevel::warning, note);
  print_prepared(data);
  return ExitCode::completed;
}

Result<ExitCode> export_command(const ExportArguments& arguments) {
  TRY(const fs::path folder, exported_folder(arguments.checkpoint, arguments.merge));
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
