// SPDX-License-Identifier: GPL-3.0-or-later
// engine: the trainer's command line. The one place where what torch and c10d throw becomes an
// error and an exit code.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <ranges>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "engine/system/comma_list.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/messages.h"
#include "engine/inference/commands.h"
#include "engine/inspect/inspect_command.h"
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
  if (!session) return static_cast<int>(session.error().exit_code);  // said already
  return train(**session);
}

Result<ExitCode> print_schema(bool markdown) {
  std::fputs(markdown ? parameters_markdown().c_str() : json_schema().c_str(), stdout);
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

// Whether the first word is a command. CLI11 says only that one is needed.
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

// The names of a choice, as the help shows them.
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
                   "a folder of transformers or peft, or a run folder (its results/model)")
      ->required();
  command->add_option("--base", arguments.base,
                      "the folder of the adapters' base; default: the one that they name");
}

void add_split(CLI::App* command, Split& split) {
  std::map<std::string, Split> splits;
  for (const auto& [value, name] : Names<Split>::all) splits.emplace(name, value);
  choose(command->add_option("--split", split, "which rows; default: validation"), splits);
}

void add_document(CLI::App* command, DocumentArguments& arguments) {
  command->add_option("EXPERIMENT", arguments.experiment, "the experiment's YAML file")->required();
  command
      ->add_option("--set", arguments.overrides,
                   "path=value: use this value instead of the document's")
      ->allow_extra_args(false);
}

void add_inspect(CLI::App* command, InspectArguments& arguments) {
  command
      ->add_option("DATA", arguments.request.data,
                   "an experiment's YAML file, or a folder that `engine prepare` wrote")
      ->required();
  command
      ->add_option("--set", arguments.request.overrides,
                   "path=value: use this value instead of the document's")
      ->allow_extra_args(false);
  command
      ->add_option("--raw", arguments.request.most_records,
                   "look at the first so many records only, without preparing all")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--sequence-length", arguments.request.sequence_length,
                   "of a folder of texts: tokens in an example; default: 256")
      ->check(CLI::Range(2, 1 << 20));
  command->add_option("--split", arguments.split, "which examples are shown; default: train");
  command->add_option("--samples", arguments.samples, "how many of them; default: 5")
      ->check(CLI::Range(0, 10000));
  command->add_option("--from", arguments.from, "the first of them; default: 0")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--random", arguments.random,
                      "a seed: examples in the random order of its first epoch");
  command->add_option("--tokens", arguments.most_tokens, "tokens shown of each at most")
      ->check(CLI::PositiveNumber);
  command->add_flag("!--no-counts", arguments.counts, "do not count over all examples");
  command->add_flag("--ids", arguments.with_ids, "also each token with its number");
  CLI::Option* json = command->add_flag("--json", arguments.json, "one JSON object");
  command
      ->add_flag("--progress", arguments.with_progress,
                 "with --json: lines of JSON before, that say how far it is")
      ->needs(json);
  choose(command->add_option("--text", arguments.text,
                             "with --json: also the text for a person, with signs or colours"),
         std::map<std::string, Marks>{{"signs", Marks::signs}, {"colours", Marks::colours}})
      ->needs(json);
}

int run(int argc, char** argv) {
  CLI::App app{"Trains language models as an experiment file says.", "engine"};
  app.set_version_flag("--version", TRAINYARD_VERSION);
  app.require_subcommand(1);
  DocumentArguments document;
  TrainOptions training;
  PrepareArguments prepared;
  ExportArguments exported;
  EvaluateArguments evaluated;
  PredictArguments predicted;
  InspectArguments inspected;
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
  CLI::App* prepare = app.add_subcommand(
      "prepare", "do now what a training does first with its data: sentences, tokens");
  add_document(prepare, document);
  prepare->add_option("--output", prepared.output,
                      "the folder to make; default: the cache, where trainings find it");
  CLI::Option* list = prepare->add_flag("--steps", prepared.lists_steps,
                                        "list the steps and whether each is done, prepare nothing");
  prepare->add_option("--only", prepared.only, "run one step, and what it needs")->excludes(list);
  CLI::App* inspecting = app.add_subcommand(
      "inspect", "show the data as training sees it: counts, lengths, labels, samples");
  add_inspect(inspecting, inspected);
  CLI::App* evaluating =
      app.add_subcommand("evaluate", "judge a trained model on the document's held-out data");
  add_document(evaluating, document);
  add_model(evaluating, evaluated.model);
  add_split(evaluating, evaluated.split);
  evaluating->add_option("--output", evaluated.output,
                         "the folder to write tables, arrays and curves of the split into");
  CLI::App* predicting = app.add_subcommand(
      "predict", "write what a trained model says of the rows of the document's data");
  add_document(predicting, document);
  add_model(predicting, predicted.model);
  predicting->add_option("--output", predicted.output, "the folder to make")->required();
  predicting
      ->add_option("--write", predicted.kinds,
                   "what to write: probabilities, logits, bits_per_token, hidden_states, "
                   "all_hidden_states; default: what is most usual for the task")
      ->delimiter(',');
  predicting->add_option(
      "--format", predicted.format,
      "npy: an array of each kind; parquet: one file with a column of each kind; "
      "default: npy");
  predicting
      ->add_option("--input", predicted.model.inputs,
                   "texts in the place of the document's data; those to classify need no labels")
      ->allow_extra_args(false);
  add_split(predicting, predicted.split);
  CLI::App* validate = app.add_subcommand("validate", "check the document");
  CLI::App* preflight = app.add_subcommand(
      "preflight", "check the document, and that this machine has what it names");
  preflight->add_flag("--files-only", document.files_only,
                      "look at files alone, not at the GPUs of this machine");
  for (CLI::App* command : {validate, preflight}) {
    add_document(command, document);
    command->add_flag("--json", json, "diagnostics as JSON");
  }
  CLI::App* schema = app.add_subcommand("schema", "describe the document");
  schema->add_flag("--json", json, "as JSON Schema");
  schema->add_flag("--markdown", markdown, "as a page of help")->excludes("--json");
  CLI::App* sampling = app.add_subcommand(
      "sample", "write a small version of a preset, with made-up data, that trains in a minute");
  sampling->add_option("NAME", sample_name, "the preset")->required();
  sampling->add_option("--output", output, "the folder to make")->required();
  CLI::App* exporting =
      app.add_subcommand("export", "copy a checkpoint's model as a folder that transformers loads");
  exporting->add_option("CHECKPOINT", exported.checkpoint, "a checkpoint or a run folder")
      ->required();
  exporting->add_option("--output", exported.output, "the folder to make")->required();
  CLI::Option* merge = exporting->add_flag(
      "--merge", exported.merge, "make one model of the checkpoint's adapters and their base");
  exporting
      ->add_option("--base", exported.base,
                   "the folder of the adapters' base; default: the one that they were trained on")
      ->needs(merge);

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
    return run_training(training);
  }
  return report(guarded([&]() -> Result<ExitCode> {
    if (*prepare) {
      prepared.document = document;
      return prepare_command(prepared);
    }
    if (*inspecting) return inspect_command(inspected);
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
    return export_command(exported);
  }));
}

}  // namespace
}  // namespace trainyard

int main(int argc, char** argv) {
  trainyard::install_signals();
  return trainyard::run(argc, argv);
}
