// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/arguments.h"

#include <QDir>

#include "engine/contract/describe/field.h"
#include "engine/contract/experiment/scalar.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/values/text.h"

namespace trainyard {

namespace {

QStringList changesOf(const Arguments& a) {
  QStringList changes;
  for (const std::string& change : a.overrides) changes << text(change);
  if (!a.scriptArguments.empty())
    changes << text("script.arguments=" + spell(Codec<TextList>::write(a.scriptArguments)));
  return changes;
}

void addInspect(CLI::App* command, Arguments& a, std::optional<WithClient>& service) {
  command->add_option("--raw", a.raw, "Look at the first so many records only")
      ->check(CLI::PositiveNumber);
  command->add_option("--split", a.split, "Which examples are shown")->capture_default_str();
  command->add_option("--samples", a.samples, "How many of them")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command->add_option("--from", a.from, "The first of them")->check(CLI::NonNegativeNumber);
  command->add_option("--random", a.random, "A seed: examples in the random order of its epoch")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--tokens", a.tokens, "Tokens shown of each at most")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--ids", a.ids, "Also each token with its number");
  command->add_flag("--json", a.json, "Print JSON");
  command->final_callback([&] {
    service = [&](ServiceClient& client) {
      InspectionRequest what;
      what.split = text(a.split);
      what.samples = a.samples;
      what.from = a.from;
      what.tokens = a.tokens;
      what.random = a.random;
      what.raw = a.raw;
      what.ids = a.ids;
      return inspectData(client, text(a.experiment), changesOf(a), text(a.target), what,
                         a.json ? Format::json : Format::text);
    };
  });
}

}  // namespace

void addExperiments(CLI::App& app, Arguments& a, std::function<int()>& action,
                    std::optional<WithClient>& service) {
  const auto experiment = [&](const char* name, const char* help) {
    CLI::App* command = app.add_subcommand(name, help);
    command
        ->add_option("EXPERIMENT", a.experiment,
                     "The experiment file, a job script, or the name of a preset (`yard new "
                     "--list`)")
        ->required();
    command->add_option("--target,--on", a.target, "Where it runs")->capture_default_str();
    return command;
  };
  // Several in a row would take the name of the experiment for one of them.
  const auto takesChanges = [&](CLI::App* command) {
    command->add_option("ARGUMENT", a.scriptArguments,
                        "Arguments of a job script; after -- where they begin with a dash");
    command
        ->add_option("--set", a.overrides,
                     "Change one value; may be given several times, once for each")
        ->type_name("PATH=VALUE")
        ->expected(1)
        ->take_all();
    return command;
  };
  CLI::App* check = takesChanges(experiment("check", "Say what is wrong in an experiment"));
  check->add_flag("--json", a.json, "Print JSON");
  check->final_callback([&] {
    const Format format = a.json ? Format::json : Format::text;
    if (a.target == "here")
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
      "sync", "Say what would travel to the target, or mirror the code into a folder there");
  CLI::Option* into = sync->add_option(
      "--into", a.into,
      "Send the code into this folder of the target, which is empty, new or such a mirror already");
  sync->add_flag("--delete", a.deletes, "With --into: also delete there what the code has not")
      ->needs(into);
  sync->add_flag("--dry-run", a.dryRun, "Change nothing, only say what would be sent and deleted");
  sync->add_flag("-y,--yes", a.yes,
                 "Delete without being asked; needed where there is no terminal");
  sync->add_flag("--json", a.json, "Print JSON");
  sync->final_callback([&] {
    service = [&](ServiceClient& client) {
      const Format format = a.json ? Format::json : Format::text;
      if (a.into.empty()) return syncExperiment(client, text(a.experiment), text(a.target), format);
      return mirrorExperiment(
          client, {text(a.experiment), text(a.target), text(a.into),
                   a.deletes ? MirrorOptions::Surplus::isDeleted : MirrorOptions::Surplus::stays,
                   a.dryRun ? MirrorOptions::Mode::dryRun : MirrorOptions::Mode::mirror,
                   a.yes ? Ask::never : Ask::onTerminal, format});
    };
  });
  CLI::App* submit = takesChanges(experiment("submit", "Start a run"));
  submit->add_flag("--watch", a.watch, "Follow it to its end and exit with its code");
  submit->add_flag("--json", a.json, "Print JSON");
  CLI::Option* sample =
      submit->add_flag("--sample", a.sample,
                       "The preset's small sample instead, with made-up data, followed to its end");
  submit
      ->add_option("--output", a.output,
                   "With --sample: its folder; without it, NAME-sample beside you")
      ->needs(sample);
  CLI::Option* grid =
      submit
          ->add_option(
              "--grid", a.grid,
              "A run for each of these values; several make a run for each combination, all of "
              "one study")
          ->type_name("PATH=VALUE,VALUE")
          ->expected(1)
          ->take_all()
          ->excludes(sample);
  submit
      ->add_option("--study", a.study,
                   "With --grid: add to this study the runs that it lacks, as after Ctrl-C")
      ->needs(grid);
  submit->final_callback([&] {
    service = [&](ServiceClient& client) {
      SubmitOptions options{text(a.experiment), text(a.target), changesOf(a), a.watch,
                            a.json ? Format::json : Format::text};
      if (!a.grid.empty()) {
        QStringList grid;
        for (const std::string& one : a.grid) grid << text(one);
        options.study = text(a.study);
        return submitStudy(client, options, grid);
      }
      return a.sample ? submitSample(client, options, text(a.output))
                      : submitExperiment(client, options);
    };
  });
}

void addImport(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* command = app.add_subcommand(
      "import",
      "Make an experiment of a job script or a command line, or of other trainers' settings: "
      "arguments of a Hugging Face script, configurations of accelerate and DeepSpeed");
  command->add_option("FILE", a.files, "One or several, of any of these kinds")->required();
  command->add_option("--output", a.output, "The experiment file; without it, it is printed");
  command->add_option("--name", a.name, "What the experiment is called");
  command->add_flag("--force", a.force, "Replace a file that is there already");
  command
      ->add_option("--as", a.as,
                   "What a script becomes: script (it runs as it is), command (its program alone) "
                   "or engine (the built-in trainer); without it, what fits")
      ->check(CLI::IsMember({"script", "command", "engine"}));
  command
      ->add_option("--training", a.training,
                   "Which training of a script that starts several: the first is 1; or its line")
      ->check(CLI::PositiveNumber);
  command->final_callback([&] {
    action = [&] {
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
    };
  });
}

void addNew(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* command =
      app.add_subcommand("new", "Begin an experiment: a copy of a preset, or one of a job script");
  CLI::Option* from = command->add_option("--from", a.preset, "The preset");
  CLI::Option* script = command->add_option("--script", a.script, "The job script that is to run");
  script->excludes(from);
  command->add_option("FILE,--output", a.output, "The experiment file; without it, it is printed");
  command->allow_extras();
  command->add_flag("--force", a.force, "Replace a file that is there already");
  command->add_flag("--list", a.list, "Say which presets there are; so without --from")
      ->excludes(from)
      ->excludes(script);
  command->final_callback([&, command] {
    const bool isNamed = !a.preset.empty() || !a.script.empty();
    if (!command->remaining().empty() || (!isNamed && (!a.output.empty() || a.force)))
      throw CLI::ValidationError(
          "name one preset or job script and one file, as in: yard new --from quickstart FILE "
          "(`yard new --list` says which presets there are)");
    action = [&] {
      if (!a.script.empty()) return newFromScript({{}, text(a.script), text(a.output), a.force});
      return a.preset.empty() ? listPresets()
                              : newFromPreset({text(a.preset), {}, text(a.output), a.force});
    };
  });
}

}  // namespace trainyard
