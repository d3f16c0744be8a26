// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/arguments.h"

#include <QDir>

#include "engine/contract/describe/field.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/scalar.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/study_commands.h"
#include "remote/values/text.h"

namespace trainyard {

namespace {

// Words after a job script are its arguments, those after a Python program are the program's.
const char* fieldOfWords(const std::string& experiment) {
  const auto document = documentNamed(text(experiment)).text;
  const bool isProgram =
      document &&
      read_experiment(document->toStdString(), experiment).experiment.workload == Workload::command;
  return isProgram ? "command.arguments=" : "script.arguments=";
}

QStringList changesOf(const Arguments& a) {
  QStringList changes;
  for (const std::string& change : a.overrides) changes << text(change);
  if (!a.scriptArguments.empty())
    changes << text(fieldOfWords(a.experiment) + spell(Codec<TextList>::write(a.scriptArguments)));
  return changes;
}

void addInspect(CLI::App* command, Arguments& a, std::optional<WithClient>& service) {
  command->add_option("--raw", a.raw, "Read only the first N records")->check(CLI::PositiveNumber);
  command->add_option("--split", a.split, "The split to show examples from")->capture_default_str();
  command->add_option("--samples", a.samples, "Number of examples")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command->add_option("--from", a.from, "Index of the first example")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--random", a.random, "A seed: examples in the random order of its epoch")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--tokens", a.tokens, "Maximum number of tokens shown per example")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--ids", a.ids, "Also show each token with its id");
  command->add_flag("--json", a.json, "Print JSON");
  whenGiven(command, service, [&](ServiceClient& client) {
    InspectionRequest what;
    what.split = text(a.split);
    what.samples = a.samples;
    what.from = a.from;
    what.tokens = a.tokens;
    what.random = a.random;
    what.raw = a.raw;
    what.ids = a.ids;
    return inspectData(client, text(a.experiment), changesOf(a), text(a.target), what, a.format());
  });
}

CLI::Option* addGrid(CLI::App* command, Arguments& a, const char* help) {
  return command->add_option("--grid", a.grid, help)
      ->type_name("PATH=VALUE,VALUE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

void addSeveralValues(CLI::App* submit, Arguments& a, CLI::Option* grid) {
  CLI::Option* study =
      submit
          ->add_option("--study", a.study,
                       "With --grid: the study that gets what it lacks; without it, the newest "
                       "that has one of these runs, or a new one")
          ->needs(grid);
  CLI::Option* again =
      submit->add_flag("--again", a.again, "With --grid: submit all of them anew, as a new study")
          ->needs(grid)
          ->excludes(study);
  submit
      ->add_flag("--retry-failed", a.retriesFailed,
                 "With --grid: submit again those that failed or were cancelled, and nothing else")
      ->needs(grid)
      ->excludes(again);
  CLI::Option* parallel = submit
                              ->add_option("--max-parallel", a.parallel,
                                           "With --grid: how many of its runs may wait in the "
                                           "queue or run at once")
                              ->type_name("N")
                              ->check(CLI::PositiveNumber)
                              ->needs(grid);
  submit
      ->add_flag("--fail-fast", a.failFast,
                 "With --max-parallel: submit no more runs once one has failed")
      ->needs(parallel);
  submit
      ->add_flag("--dry-run", a.dryRun,
                 "With --grid: submit nothing, only show what would be submitted, what is there "
                 "already and what would be refused")
      ->needs(grid);
}

StudyOptions severalOf(const Arguments& a) {
  StudyOptions several;
  for (const std::string& one : a.grid) several.grid << text(one);
  if (a.again) several.selection = StudySelection::all;
  if (a.retriesFailed) several.selection = StudySelection::failed;
  several.parallel = a.parallel;
  several.failFast = a.failFast;
  return several;
}

}  // namespace

void addExperiments(CLI::App& app, Arguments& a, std::function<int()>& action,
                    std::optional<WithClient>& service) {
  const auto experiment = [&](const char* name, const char* help) {
    CLI::App* command = app.add_subcommand(name, help);
    command
        ->add_option("EXPERIMENT", a.experiment,
                     "The experiment file, a program or a job script as it is, or the name of a "
                     "preset (`yard new "
                     "--list`)")
        ->required();
    command->add_option("--target,--on", a.target, "The target to run on")->capture_default_str();
    return command;
  };
  // An option with several values would take the experiment's name as one of them, or the dashes
  // in front of a program's arguments as the end of its own.
  const auto takesChanges = [&](CLI::App* command) {
    command->add_option("ARGUMENT", a.scriptArguments,
                        "Arguments of a job script; put them after -- if they start with a dash");
    command->add_option("--set", a.overrides, "Change a value; can be repeated")
        ->type_name("PATH=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    return command;
  };
  CLI::App* check = takesChanges(experiment("check", "Check an experiment for errors"));
  check->add_flag("--json", a.json, "Print JSON");
  check->add_flag("--rehearse", a.rehearse,
                  "Also take two steps of its model, made small, on the first rows of the data, "
                  "compare its memory with the target's GPUs, and look at the code of commands "
                  "and scripts");
  addGrid(check, a, "Check the run of each of these values, as `yard submit --grid` makes them");
  check->final_callback([&] {
    const Format format = a.format();
    if (!a.grid.empty())
      service = [&a, format](ServiceClient& c) {
        return checkStudy(c, {text(a.experiment), text(a.target), changesOf(a), false, format},
                          severalOf(a).grid, a.rehearse ? Rehearses::yes : Rehearses::no);
      };
    else if (a.rehearse)
      service = [&a, format](ServiceClient& c) {
        return rehearseExperiment(c, text(a.experiment), changesOf(a), text(a.target), format);
      };
    else if (a.target == "here")
      action = [&a, format] { return checkHere(text(a.experiment), changesOf(a), format); };
    else
      service = [&a, format](ServiceClient& c) {
        return checkExperiment(c, text(a.experiment), changesOf(a), text(a.target), format);
      };
  });
  takesChanges(
      experiment("render", "Print the script and the command line that would be submitted"))
      ->final_callback([&] {
        if (a.target == "here")
          action = [&] { return renderHere(text(a.experiment), changesOf(a)); };
        else
          service = [&](ServiceClient& c) {
            return renderExperiment(c, text(a.experiment), changesOf(a), text(a.target));
          };
      });
  addInspect(takesChanges(experiment("inspect", "Show the data as training would see it")), a,
             service);
  CLI::App* sync = experiment(
      "sync", "Show what would be sent to the target, or mirror the code into a folder there");
  CLI::Option* into = sync->add_option(
      "--into", a.into,
      "Send the code to this folder on the target, which must be empty, new or already such a "
      "mirror");
  sync->add_flag("--delete", a.deletes,
                 "With --into: also delete files there that are not in "
                 "the code")
      ->needs(into);
  sync->add_flag("--dry-run", a.dryRun,
                 "Change nothing, only show what would be sent and "
                 "deleted");
  sync->add_flag("-y,--yes", a.yes, "Delete without asking; required without a terminal");
  sync->add_flag("--json", a.json, "Print JSON");
  whenGiven(sync, service, [&](ServiceClient& client) {
    const Format format = a.format();
    if (a.into.empty()) return syncExperiment(client, text(a.experiment), text(a.target), format);
    return mirrorExperiment(
        client,
        {text(a.experiment), text(a.target), text(a.into),
         a.deletes ? MirrorOptions::Surplus::isDeleted : MirrorOptions::Surplus::stays,
         a.dryRun ? MirrorOptions::Mode::dryRun : MirrorOptions::Mode::mirror, a.ask(), format});
  });
  CLI::App* submit = takesChanges(experiment("submit", "Start a run, or a search as a study"));
  submit->add_flag("--watch", a.watch, "Follow it until it ends and exit with its code");
  submit->add_flag("--json", a.json, "Print JSON");
  CLI::Option* sample =
      submit->add_flag("--sample", a.sample,
                       "Run the preset's small sample with synthetic data instead, and follow "
                       "it until it ends");
  submit
      ->add_option("--output", a.output,
                   "With --sample: its folder; default: NAME-sample in the current folder")
      ->needs(sample);
  CLI::Option* grid =
      addGrid(submit, a,
              "A run for each of these values; several make a run for each combination, all of "
              "one study")
          ->excludes(sample);
  addSeveralValues(submit, a, grid);
  whenGiven(submit, service, [&](ServiceClient& client) {
    SubmitOptions options{text(a.experiment), text(a.target), changesOf(a), a.watch, a.format()};
    if (!a.grid.empty()) {
      options.study = text(a.study);
      return a.dryRun ? showStudyPlan(client, options, severalOf(a))
                      : submitStudy(client, options, severalOf(a));
    }
    if (a.sample) return submitSample(client, options, text(a.output));
    return isSearchOfJobs(options) ? submitSearch(client, options)
                                   : submitExperiment(client, options);
  });
}

void addImport(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* command = app.add_subcommand(
      "import",
      "Make an experiment of a job script or a command line, or of other trainers' settings: "
      "arguments of a Hugging Face script, configurations of accelerate and DeepSpeed");
  command->add_option("FILE", a.files, "One or more files of any of these kinds")->required();
  command->add_option("--output", a.output, "The experiment file; default: print it");
  command->add_option("--name", a.name, "The name of the experiment");
  command->add_flag("--force", a.force, "Overwrite an existing file");
  command
      ->add_option("--as", a.as,
                   "What a script becomes: script (it runs unchanged), command (its program "
                   "alone) or engine (the built-in trainer); without it, what fits")
      ->check(CLI::IsMember({"script", "command", "engine"}));
  command
      ->add_option("--training", a.training,
                   "Which training, if a script starts several: its number, counting from 1, "
                   "or its line")
      ->check(CLI::PositiveNumber);
  whenGiven(command, action, [&] {
    QStringList files;
    for (const std::string& file : a.files) files << text(file);
    return importFiles(
        {files, text(a.output), text(a.name),
         a.force ? ImportOptions::Existing::isReplaced : ImportOptions::Existing::stays,
         a.as == "script"    ? ImportAs::script
         : a.as == "command" ? ImportAs::command
         : a.as == "engine"  ? ImportAs::engine
                             : ImportAs::automatic,
         a.training});
  });
}

void addNew(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* command =
      app.add_subcommand("new", "Create an experiment from a preset or a job script");
  CLI::Option* from = command->add_option("--from", a.preset, "The preset");
  CLI::Option* script = command->add_option("--script", a.script, "The job script to run");
  script->excludes(from);
  command->add_option("FILE,--output", a.output, "The experiment file; default: print it");
  command->allow_extras();
  command->add_flag("--force", a.force, "Overwrite an existing file");
  command->add_flag("--list", a.list, "List the presets; the default without --from")
      ->excludes(from)
      ->excludes(script);
  command->add_flag("--json", a.json, "Print the list as JSON")->excludes(from)->excludes(script);
  command->final_callback([&, command] {
    const bool isNamed = !a.preset.empty() || !a.script.empty();
    if (!command->remaining().empty() || (!isNamed && (!a.output.empty() || a.force)))
      throw CLI::ValidationError(
          "name one preset or job script and one file, as in: yard new --from quickstart FILE "
          "(`yard new --list` says which presets there are)");
    action = [&] {
      if (!a.script.empty()) return newFromScript({{}, text(a.script), text(a.output), a.force});
      return a.preset.empty() ? listPresets(a.format())
                              : newFromPreset({text(a.preset), {}, text(a.output), a.force});
    };
  });
}

}  // namespace trainyard
