// SPDX-License-Identifier: GPL-3.0-or-later
// The only place where exceptions of torch and c10d become an error and an exit code.
#include "engine/commands.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>

#include "engine/contract/command_page.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/messages.h"
#include "engine/inference/commands.h"
#include "engine/inspect/inspect_command.h"
#include "engine/inspect/plan_command.h"
#include "engine/inspect/rehearse_command.h"
#include "engine/samples/sample.h"
#include "engine/system/comma_list.h"
#include "engine/train/commands.h"
#include "engine/train/failure.h"
#include "engine/train/session.h"
#include "engine/train/train.h"

namespace trainyard {
namespace {

Result<ExitCode> guarded(const std::function<Result<ExitCode>()>& command) {
  try {
    return command();
  } catch (...) {
    return failure_of_current_exception();
  }
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

// Subcommands: structs of their parsed arguments, with describe(), which declares them, and run().
struct Train {
  DocumentArguments document;
  TrainOptions options;
  std::optional<std::int64_t> profile_steps;

  void describe(CLI::App* command) {
    add_document(command, document);
    command->add_option("--run-dir", options.run_dir,
                        "the run folder; default: $TRAINYARD_RUN_DIR");
    choose(
        command->add_option(
            "--resume", options.resume,
            "auto: continue if there is a checkpoint; never: start over; must: fail without one"),
        std::map<std::string, Resume>{
            {"auto", Resume::automatic}, {"never", Resume::never}, {"must", Resume::must}});
    command
        ->add_option("--profile", profile_steps,
                     "profile this many steps after the first five, into the attempt's folder; the "
                     "same as --set logging.profile_steps=STEPS")
        ->type_name("STEPS");
  }
  // What goes wrong is an event of the run, too.
  int run() {
    options.experiment = document.experiment;
    options.overrides = document.overrides;
    if (profile_steps)
      options.overrides.push_back("logging.profile_steps=" + std::to_string(*profile_steps));
    auto session = Session::open(options);
    if (!session) return static_cast<int>(session.error().exit_code);  // already reported
    return train(**session);
  }
};

struct Prepare {
  PrepareArguments arguments;

  void describe(CLI::App* command) {
    add_document(command, arguments.document);
    command->add_option("--output", arguments.output,
                        "the folder to create; default: the cache, where training finds it");
    CLI::Option* list = command->add_flag("--steps", arguments.lists_steps,
                                          "list the steps and whether each is done, without "
                                          "preparing anything");
    command->add_option("--only", arguments.only, "run only one step, and the steps that it needs")
        ->excludes(list);
  }
  Result<ExitCode> run() { return prepare_command(arguments); }
};

struct Inspect {
  InspectArguments arguments;

  void describe(CLI::App* command) {
    describe_data(command);
    describe_output(command);
  }
  Result<ExitCode> run() { return inspect_command(arguments); }

 private:
  void describe_data(CLI::App* command) {
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
  }
  void describe_output(CLI::App* command) {
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
};

struct Plan {
  DocumentArguments document;
  PlanArguments arguments;

  void describe(CLI::App* command) {
    add_document(command, document);
    command
        ->add_option("--data-seconds", arguments.request.data_seconds,
                     "prepare the data for at most this long to count steps; default: 2")
        ->check(CLI::NonNegativeNumber);
    command->add_flag("--json", arguments.json, "one JSON object");
  }
  Result<ExitCode> run() {
    arguments.request.experiment = document.experiment;
    arguments.request.overrides = document.overrides;
    return plan_command(arguments);
  }
};

struct Rehearse {
  DocumentArguments document;
  RehearseArguments arguments;

  void describe(CLI::App* command) {
    add_document(command, document);
    command
        ->add_option("--data-seconds", arguments.request.data_seconds,
                     "prepare the data for at most this long, then only its first records; "
                     "default: 3")
        ->check(CLI::NonNegativeNumber);
    command->add_flag("--json", arguments.json, "one JSON object, after lines of progress");
  }
  Result<ExitCode> run() {
    arguments.request.experiment = document.experiment;
    arguments.request.overrides = document.overrides;
    return rehearse_command(arguments);
  }
};

struct Evaluate {
  EvaluateArguments arguments;

  void describe(CLI::App* command) {
    add_document(command, arguments.model.document);
    add_model(command, arguments.model);
    add_split(command, arguments.split);
    command->add_option("--output", arguments.output,
                        "the folder for tables, arrays and curves of the split");
  }
  Result<ExitCode> run() { return evaluate_command(arguments); }
};

struct Predict {
  PredictArguments arguments;

  void describe(CLI::App* command) {
    add_document(command, arguments.model.document);
    add_model(command, arguments.model);
    command->add_option("--output", arguments.output, "the folder to make")->required();
    command
        ->add_option("--write", arguments.kinds,
                     "what to write: probabilities, logits, bits_per_token, hidden_states, "
                     "all_hidden_states; default: the most common for the task")
        ->delimiter(',');
    command->add_option(
        "--format", arguments.format,
        "npy: one array per kind; parquet: one file with a column per kind; default: npy");
    command
        ->add_option("--input", arguments.model.inputs,
                     "texts to use instead of the document's data; for classification they need "
                     "no labels")
        ->allow_extra_args(false);
    add_split(command, arguments.split);
  }
  Result<ExitCode> run() { return predict_command(arguments); }
};

void add_json(CLI::App* command, DocumentArguments& document) {
  command->add_flag_callback(
      "--json", [&document] { document.format = OutputFormat::json; }, "diagnostics as JSON");
}

struct Validate {
  DocumentArguments document;

  void describe(CLI::App* command) {
    add_document(command, document);
    add_json(command, document);
  }
  Result<ExitCode> run() { return validate_command(document); }
};

struct Preflight {
  DocumentArguments document;

  void describe(CLI::App* command) {
    command->add_flag("--files-only", document.files_only,
                      "check only files, not the GPUs of this machine");
    add_document(command, document);
    add_json(command, document);
  }
  Result<ExitCode> run() { return preflight_command(document); }
};

struct Schema {
  bool json = false, markdown = false;

  void describe(CLI::App* command) {
    command->add_flag("--json", json, "as JSON Schema");
    command->add_flag("--markdown", markdown, "as a help page")->excludes("--json");
  }
  Result<ExitCode> run() {
    std::fputs(markdown ? parameters_markdown().c_str() : json_schema().c_str(), stdout);
    return ExitCode::completed;
  }
};

struct WriteSample {
  std::string preset;
  std::filesystem::path output;

  void describe(CLI::App* command) {
    command->add_option("NAME", preset, "the preset")->required();
    command->add_option("--output", output, "the folder to make")->required();
  }
  Result<ExitCode> run() {
    TRY(write_sample(preset, output));
    const std::filesystem::path document = output / kSampleDocument;
    TRY(const Experiment experiment, read_executable_experiment(document, {}));
    if (experiment.workload == Workload::engine)
      std::printf("engine train %s --run-dir %s\n", document.c_str(), (output / "run").c_str());
    else
      std::printf("yard submit %s\n", document.c_str());
    return ExitCode::completed;
  }
};

struct Export {
  ExportArguments arguments;

  void describe(CLI::App* command) {
    command->add_option("CHECKPOINT", arguments.checkpoint, "a checkpoint or a run folder")
        ->required();
    command->add_option("--output", arguments.output, "the folder to make")->required();
    CLI::Option* merge = command->add_flag("--merge", arguments.merge,
                                           "merge the checkpoint's adapters into their base model");
    command
        ->add_option("--base", arguments.base,
                     "the folder of the adapters' base model; default: the one that they were "
                     "trained on")
        ->needs(merge);
  }
  Result<ExitCode> run() { return export_command(arguments); }
};

struct Manual {
  const CLI::App* app = nullptr;

  void describe(CLI::App* command) { app = command->get_parent(); }
  Result<ExitCode> run() {
    std::printf("\n%s", commands_markdown(*app).c_str());
    return ExitCode::completed;
  }
};

// `chosen` runs the command that was given, and returns its exit code.
template <class Command>
void add(CLI::App& app, std::function<int()>& chosen, const char* name, const char* help) {
  CLI::App* declared = app.add_subcommand(name, help);
  const auto command = std::make_shared<Command>();
  command->describe(declared);
  declared->final_callback([command, &chosen] {
    chosen = [command] {
      if constexpr (std::is_same_v<decltype(command->run()), int>)
        return command->run();
      else
        return report(guarded([&] { return command->run(); }));
    };
  });
}

}  // namespace

int report(const Result<ExitCode>& outcome) {
  if (!outcome) std::fprintf(stderr, "engine: error: %s\n", outcome.error().message.c_str());
  return static_cast<int>(outcome ? *outcome : outcome.error().exit_code);
}

void add_commands(CLI::App& app, std::function<int()>& chosen) {
  add<Train>(app, chosen, "train", "train; continues from the newest checkpoint of the run folder");
  add<Prepare>(app, chosen, "prepare",
               "prepare the data in advance, as training would do first: sentences, tokens");
  add<Inspect>(app, chosen, "inspect",
               "show the data as training sees it: counts, lengths, labels, samples");
  add<Plan>(app, chosen, "plan",
            "show what a training would take: parameters, memory of each process, steps");
  add<Rehearse>(app, chosen, "rehearse",
                "find what would make a training fail: check all that it reads, and take two steps "
                "of its model, shrunk, on the first rows of the data");
  add<Evaluate>(app, chosen, "evaluate",
                "evaluate a trained model on the document's held-out data");
  add<Predict>(app, chosen, "predict",
               "write a trained model's predictions for the rows of the document's data");
  add<Validate>(app, chosen, "validate", "check the document");
  add<Preflight>(app, chosen, "preflight",
                 "check the document, and that this machine has what it refers to");
  add<Schema>(app, chosen, "schema", "describe the document");
  add<WriteSample>(
      app, chosen, "sample",
      "write a small version of a preset, with synthetic data, that trains in a minute");
  add<Export>(app, chosen, "export",
              "export a checkpoint's model as a folder that transformers can load");
  add<Manual>(app, chosen, "manual",
              "print all commands with their options, as part of a help page");
}

}  // namespace trainyard
