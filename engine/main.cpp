// SPDX-License-Identifier: GPL-3.0-or-later
// engine: the trainer's command line. The only place where exceptions of torch and c10d become an
// error and an exit code.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "engine/system/comma_list.h"
#include "engine/contract/command_page.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/messages.h"
#include "engine/inference/commands.h"
#include "engine/inspect/inspect_command.h"
#include "engine/inspect/plan_command.h"
#include "engine/inspect/rehearse_command.h"
#include "engine/parallel/library_variables.h"
#include "engine/samples/sample.h"
#include "engine/train/commands.h"
#include "engine/train/failure.h"
#include "engine/train/train.h"
#include "engine/train/session.h"
#include "engine/train/stop.h"

namespace trainyard {
namespace {

Result<ExitCode> guarded(const std::function<Result<ExitCode>()>& command) {
  try {
    return command();
  } catch (...) {
    return failure_of_current_exception();
  }
}

int report(const Result<ExitCode>& outcome) {
  if (!outcome) std::fprintf(stderr, "engine: error: %s\n", outcome.error().message.c_str());
  return static_cast<int>(outcome ? *outcome : outcome.error().exit_code);
}

int run_training(const TrainOptions& options) {
  auto session = Session::open(options);
  if (!session) return static_cast<int>(session.error().exit_code);  // already reported
  return train(**session);
}

Result<ExitCode> print_schema(bool markdown) {
  std::fputs(markdown ? parameters_markdown().c_str() : json_schema().c_str(), stdout);
  return ExitCode::completed;
}

Result<ExitCode> print_manual(const CLI::App& app) {
  std::printf("\n%s", commands_markdown(app).c_str());
  return ExitCode::completed;
}

Result<ExitCode> sample_command(const std::string& name, const std::filesystem::path& output) {
  TRY(write_sample(name, output));
  const std::filesystem::path document = output / kSampleDocument;
  TRY(const Experiment experiment, read_executable_experiment(document, {}));
  if (experiment.workload == Workload::engine)
    std::printf("engine train %s --run-dir %s\n", document.c_str(), (output / "run").c_str());
  else
    std::printf("yard submit %s\n", document.c_str());
  return ExitCode::completed;
}

// Checks whether the first argument is a command. CLI11 would only say that one is needed.
Result<void> check_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return {};
  const std::string name = argv[1];
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  if (std::ranges::find(known, name) != known.end()) return {};
  if (const auto meant = nearest(name, known))
    return make_error("engine.no_command_near", {{"name", name}, {"nearest", *meant}});
  return make_error("engine.no_command", {{"name", name}, {"known", comma_list(known)}});
}

// Shows the names of a choice in the help.
template <class Choice>
CLI::Option* choose(CLI::Option* option, const std::map<std::string, Choice>& choices) {
  CLI::CheckedTransformer transformer(choices);
  transformer.description("");
  return option->transform(transformer)
      ->type_name("{" + comma_list(choices | std::views::keys) + "}");
}

void add_model(CLI::App* command, TrainedModelArguments& arguments) {
  command
      ->add_option("--model", arguments.model,
                   "a folder saved by transformers or peft, or a run folder (its results/model)")
      ->required();
  command->add_option("--base", arguments.base,
                      "the folder of the adapters' base model; default: the one that they "
                      "refer to");
}

void add_split(CLI::App* command, Split& split) {
  std::map<std::string, Split> splits;
  for (const auto& [value, name] : Names<Split>::all) splits.emplace(name, value);
  choose(command->add_option("--split", split, "which rows; default: validation"), splits);
}

void add_document(CLI::App* command, DocumentArguments& arguments) {
  command->add_option("EXPERIMENT", arguments.experiment, "the experiment's YAML file")->required();
  command->add_option("--set", arguments.overrides, "path=value: override a value of the document")
      ->allow_extra_args(false);
}

void add_inspect(CLI::App* command, InspectArguments& arguments) {
  command
      ->add_option("DATA", arguments.request.data,
                   "an experiment's YAML file, or a folder that `engine prepare` wrote")
      ->required();
  command
      ->add_option("--set", arguments.request.overrides,
                   "path=value: override a value of the document")
      ->allow_extra_args(false);
  command
      ->add_option("--raw", arguments.request.max_records,
                   "read only the first N records, without preparing all of them")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--sequence-length", arguments.request.sequence_length,
                   "for a folder of texts: tokens per example; default: 256")
      ->check(CLI::Range(2, 1 << 20));
  command->add_option("--split", arguments.split,
                      "the split to show examples from; default: "
                      "train");
  command->add_option("--samples", arguments.samples, "number of examples; default: 5")
      ->check(CLI::Range(0, 10000));
  command->add_option("--from", arguments.from, "index of the first example; default: 0")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--random", arguments.random,
                      "a seed: show examples in the random order of its first epoch");
  command
      ->add_option("--tokens", arguments.max_tokens,
                   "maximum number of tokens shown per "
                   "example")
      ->check(CLI::PositiveNumber);
  command->add_flag("!--no-counts", arguments.counts, "do not count over all examples");
  command->add_flag("--ids", arguments.with_ids, "also show each token with its id");
  CLI::Option* json = command->add_flag("--json", arguments.json, "one JSON object");
  command
      ->add_flag("--progress", arguments.with_progress,
                 "with --json: also print progress as lines of JSON first")
      ->needs(json);
  choose(command->add_option("--text", arguments.text,
                             "with --json: also the human-readable text, with signs or colors"),
         std::map<std::string, Marks>{{"signs", Marks::signs}, {"colours", Marks::colours}})
      ->needs(json);
}

void add_plan(CLI::App* command, PlanArguments& arguments) {
  command
      ->add_option("--data-seconds", arguments.request.data_seconds,
                   "prepare the data for at most this long to count steps; default: 2")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--json", arguments.json, "one JSON object");
}

void add_rehearse(CLI::App* command, RehearseArguments& arguments) {
  command
      ->add_option("--data-seconds", arguments.request.data_seconds,
                   "prepare the data for at most this long, then only its first records; "
                   "default: 3")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--json", arguments.json, "one JSON object, after lines of progress");
}

int run(int argc, char** argv) {
  CLI::App app{"Trains language models from an experiment file.", "engine"};
  app.set_version_flag("--version", TRAINYARD_VERSION);
  app.require_subcommand(1);
  DocumentArguments document;
  TrainOptions training;
  PrepareArguments prepared;
  ExportArguments exported;
  EvaluateArguments evaluated;
  PredictArguments predicted;
  InspectArguments inspected;
  PlanArguments planned;
  RehearseArguments rehearsed;
  std::filesystem::path output;
  bool json = false, markdown = false;
  std::string sample_name;

  CLI::App* train =
      app.add_subcommand("train", "train; continues from the newest checkpoint of the run folder");
  add_document(train, document);
  train->add_option("--run-dir", training.run_dir, "the run folder; default: $TRAINYARD_RUN_DIR");
  const std::map<std::string, Resume> modes = {
      {"auto", Resume::automatic}, {"never", Resume::never}, {"must", Resume::must}};
  choose(train->add_option(
             "--resume", training.resume,
             "auto: continue if there is a checkpoint; never: start over; must: fail without one"),
         modes);
  std::optional<std::int64_t> profile_steps;
  train
      ->add_option("--profile", profile_steps,
                   "profile this many steps after the first five, into the attempt's folder; the "
                   "same as --set logging.profile_steps=STEPS")
      ->type_name("STEPS");
  CLI::App* prepare = app.add_subcommand(
      "prepare", "prepare the data in advance, as training would do first: sentences, tokens");
  add_document(prepare, document);
  prepare->add_option("--output", prepared.output,
                      "the folder to create; default: the cache, where training finds it");
  CLI::Option* list = prepare->add_flag("--steps", prepared.lists_steps,
                                        "list the steps and whether each is done, without "
                                        "preparing anything");
  prepare->add_option("--only", prepared.only, "run only one step, and the steps that it needs")
      ->excludes(list);
  CLI::App* inspecting = app.add_subcommand(
      "inspect", "show the data as training sees it: counts, lengths, labels, samples");
  add_inspect(inspecting, inspected);
  CLI::App* planning = app.add_subcommand(
      "plan", "show what a training would take: parameters, memory of each process, steps");
  add_document(planning, document);
  add_plan(planning, planned);
  CLI::App* rehearsing = app.add_subcommand(
      "rehearse",
      "find what a training would fail of: check all that it reads, and take two steps of its "
      "model, shrunk, on the first rows of the data");
  add_document(rehearsing, document);
  add_rehearse(rehearsing, rehearsed);
  CLI::App* evaluating =
      app.add_subcommand("evaluate", "evaluate a trained model on the document's held-out data");
  add_document(evaluating, document);
  add_model(evaluating, evaluated.model);
  add_split(evaluating, evaluated.split);
  evaluating->add_option("--output", evaluated.output,
                         "the folder for tables, arrays and curves of the split");
  CLI::App* predicting = app.add_subcommand(
      "predict", "write a trained model's predictions for the rows of the document's data");
  add_document(predicting, document);
  add_model(predicting, predicted.model);
  predicting->add_option("--output", predicted.output, "the folder to make")->required();
  predicting
      ->add_option("--write", predicted.kinds,
                   "what to write: probabilities, logits, bits_per_token, hidden_states, "
                   "all_hidden_states; default: the most common for the task")
      ->delimiter(',');
  predicting->add_option(
      "--format", predicted.format,
      "npy: one array per kind; parquet: one file with a column per kind; default: npy");
  predicting
      ->add_option("--input", predicted.model.inputs,
                   "texts to use instead of the document's data; for classification they need "
                   "no labels")
      ->allow_extra_args(false);
  add_split(predicting, predicted.split);
  CLI::App* validate = app.add_subcommand("validate", "check the document");
  CLI::App* preflight = app.add_subcommand(
      "preflight", "check the document, and that this machine has what it refers to");
  preflight->add_flag("--files-only", document.files_only,
                      "check only files, not the GPUs of this machine");
  for (CLI::App* command : {validate, preflight}) {
    add_document(command, document);
    command->add_flag("--json", json, "diagnostics as JSON");
  }
  CLI::App* schema = app.add_subcommand("schema", "describe the document");
  schema->add_flag("--json", json, "as JSON Schema");
  schema->add_flag("--markdown", markdown, "as a help page")->excludes("--json");
  CLI::App* sampling =
      app.add_subcommand("sample",
                         "write a small version of a preset, with synthetic data, that trains in a "
                         "minute");
  sampling->add_option("NAME", sample_name, "the preset")->required();
  sampling->add_option("--output", output, "the folder to make")->required();
  CLI::App* exporting =
      app.add_subcommand("export",
                         "export a checkpoint's model as a folder that transformers "
                         "can load");
  exporting->add_option("CHECKPOINT", exported.checkpoint, "a checkpoint or a run folder")
      ->required();
  exporting->add_option("--output", exported.output, "the folder to make")->required();
  CLI::Option* merge = exporting->add_flag("--merge", exported.merge,
                                           "merge the checkpoint's adapters into their base model");
  exporting
      ->add_option("--base", exported.base,
                   "the folder of the adapters' base model; default: the one that they were "
                   "trained on")
      ->needs(merge);
  CLI::App* manual =
      app.add_subcommand("manual", "print all commands with their options, as part of a help page");

  if (const Result<void> known = check_command(app, argc, argv); !known)
    return report(known.error());
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::invalid_input);
  }
  document.format = json ? OutputFormat::json : OutputFormat::text;
  if (*train) {
    training.experiment = document.experiment;
    training.overrides = document.overrides;
    if (profile_steps)
      training.overrides.push_back("logging.profile_steps=" + std::to_string(*profile_steps));
    return run_training(training);
  }
  return report(guarded([&]() -> Result<ExitCode> {
    if (*prepare) {
      prepared.document = document;
      return prepare_command(prepared);
    }
    if (*inspecting) return inspect_command(inspected);
    if (*planning) {
      planned.request.experiment = document.experiment;
      planned.request.overrides = document.overrides;
      return plan_command(planned);
    }
    if (*rehearsing) {
      rehearsed.request.experiment = document.experiment;
      rehearsed.request.overrides = document.overrides;
      return rehearse_command(rehearsed);
    }
    if (*evaluating) {
      evaluated.model.document = document;
      return evaluate_command(evaluated);
    }
    if (*predicting) {
      predicted.model.document = document;
      return predict_command(predicted);
    }
    if (*validate) return validate_command(document);
    if (*preflight) return preflight_command(document);
    if (*sampling) return sample_command(sample_name, output);
    if (*schema) return print_schema(markdown);
    if (*manual) return print_manual(app);
    return export_command(exported);
  }));
}

}  // namespace
}  // namespace trainyard

int main(int argc, char** argv) {
  trainyard::set_library_variables();
  trainyard::install_signals();
  const int code = trainyard::run(argc, argv);
#ifndef __SANITIZE_ADDRESS__  // it looks for leaks at the end
  // All that was opened is closed. Without the destructors of static objects: libtorch's take back
  // each operator that it registered, which takes a third of the time of a short command.
  std::fflush(nullptr);
  std::_Exit(code);
#endif
  return code;
}
