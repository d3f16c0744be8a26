// yard: the command line, the background service and, as `wait-turn`, the process that jobs of this
// computer start as.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/rsh.h"
#include "remote/cli/terminal_answers.h"
#include "remote/scheduler/turn_waiter.h"
#include "remote/service/serve.h"
#include "remote/target/site_profile.h"
#include "remote/text.h"

namespace trainyard {
namespace {

using WithClient = std::function<QCoro::Task<int>(ServiceClient&)>;

QCoro::Task<void> runWithClient(WithClient command) {
  int code = 0;
  {
    ServiceClient client;
    client.setAnswerer(terminalAnswerer());
    auto connected = co_await client.connectToService();
    code = connected ? co_await command(client) : fail(connected.error());
  }
  QCoreApplication::exit(code);
}

int runToEnd(QCoreApplication& application, WithClient command) {
  // Started from the event loop, so that a command that ends at once still ends it.
  QMetaObject::invokeMethod(
      &application, [command = std::move(command)] { runWithClient(command); },
      Qt::QueuedConnection);
  return QCoreApplication::exec();
}

struct Arguments {
  std::string experiment, run, target = "here", name, host, base, sshConfig, engine, output, scan,
                               what = "all", runDir, into, site, preset;
  std::vector<std::string> overrides, files;
  bool json = false, csv = false, watch = false, follow = false, dryRun = false, job = false,
       yes = false, deletes = false, shares = false, force = false, sample = false, list = false;
  std::optional<int> rank;
  std::string split = "train";
  qint64 samples = 5, from = 0, tokens = 4000;
  std::optional<qint64> random, raw;
  bool ids = false;
  int submission = 1, processors = 1, gpus = 0, idleSeconds = 30;
};

QString absolute(const std::string& path) {
  return path.empty() ? QString() : QDir::current().absoluteFilePath(text(path));
}

// The name of a site that comes with the program, or a file.
QString siteOf(const std::string& site) {
  const bool isFile = site.find('/') != site.npos || QFile::exists(text(site));
  return isFile && !knownSites().contains(text(site)) ? absolute(site) : text(site);
}

QStringList changesOf(const Arguments& a) {
  QStringList changes;
  for (const std::string& change : a.overrides) changes << text(change);
  return changes;
}

void addTargets(CLI::App& app, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* targets = app.add_subcommand("targets", "List, add, remove or check where runs can go");
  targets->add_flag("--json", a.json, "Print JSON");
  targets->final_callback([&] {
    if (!service)
      service = [&](ServiceClient& c) {
        return listTargets(c, a.json ? Format::json : Format::text);
      };
  });
  CLI::App* add = targets->add_subcommand("add", "Add a cluster");
  add->add_option("NAME", a.name, "What it is called here")->required();
  add->add_option("--host", a.host, "Alias of your ssh configuration, or a host name")->required();
  add->add_option("--base", a.base,
                  "Folder for runs there; without it, folders to choose from are shown");
  add->add_option("--ssh-config", a.sshConfig,
                  "Another configuration file of ssh than ~/.ssh/config");
  add->add_option("--engine", a.engine,
                  "Folder there with engine and yard-agent, when they shall not be sent");
  add->add_option(
      "--site", a.site,
      "What is known of the cluster: " + knownSites().join(QStringLiteral(", ")).toStdString() +
          ", or a file of your own");
  add->add_flag("--share-with-group", a.shares,
                "Let your group there read what runs make; else only you can");
  add->final_callback([&] {
    service = [&](ServiceClient& c) {
      return addTarget(c, {text(a.name), text(a.host), absolute(a.sshConfig), text(a.base),
                           text(a.engine), a.shares, siteOf(a.site)});
    };
  });
  CLI::App* remove =
      targets->add_subcommand("remove", "Remove a cluster; its runs stay where they are");
  remove->add_option("NAME", a.name)->required();
  remove->final_callback(
      [&] { service = [&](ServiceClient& c) { return removeTarget(c, text(a.name)); }; });
  targets->add_subcommand("forget-keys", "Forget unlocked keys; the next login asks again")
      ->final_callback([&] { service = [](ServiceClient& c) { return forgetKeys(c); }; });
  CLI::App* check = targets->add_subcommand("check", "Check that runs can go there");
  check->add_option("NAME", a.name)->required();
  check->add_flag("--job", a.job, "Also run a job of a minute, which looks at a node");
  check->add_flag("--json", a.json, "Print JSON");
  check->final_callback([&] {
    service = [&](ServiceClient& c) {
      return checkTarget(
          c, text(a.name),
          a.job ? ServiceClient::CheckTarget::withJob : ServiceClient::CheckTarget::login,
          a.json ? Format::json : Format::text);
    };
  });
}

void addInspect(CLI::App* command, Arguments& a, std::optional<WithClient>& service) {
  command->add_option("--on", a.target, "The same as --target");
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

void addExperiments(CLI::App& app, Arguments& a, std::function<int()>& action,
                    std::optional<WithClient>& service) {
  const auto experiment = [&](const char* name, const char* help) {
    CLI::App* command = app.add_subcommand(name, help);
    command
        ->add_option("EXPERIMENT", a.experiment,
                     "The experiment file, or the name of a preset (`yard new --list`)")
        ->required();
    command->add_option("--target,--on", a.target, "Where it runs")->capture_default_str();
    return command;
  };
  // Several in a row would take the name of the experiment for one of them.
  const auto takesChanges = [&](CLI::App* command) {
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
  submit->final_callback([&] {
    service = [&](ServiceClient& client) {
      SubmitOptions options{text(a.experiment), text(a.target), changesOf(a), a.watch,
                            a.json ? Format::json : Format::text};
      return a.sample ? submitSample(client, options, text(a.output))
                      : submitExperiment(client, options);
    };
  });
}

void addImport(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* command = app.add_subcommand(
      "import",
      "Make an experiment of other trainers' settings: arguments of a Hugging Face script, a "
      "command line or job script, configurations of accelerate and DeepSpeed");
  command->add_option("FILE", a.files, "One or several, of any of these kinds")->required();
  command->add_option("--output", a.output, "The experiment file; without it, it is printed");
  command->add_option("--name", a.name, "What the experiment is called");
  command->add_flag("--force", a.force, "Replace a file that is there already");
  command->final_callback([&] {
    action = [&] {
      QStringList files;
      for (const std::string& file : a.files) files << text(file);
      return importFiles(
          {files, text(a.output), text(a.name),
           a.force ? ImportOptions::Existing::isReplaced : ImportOptions::Existing::stays});
    };
  });
}

void addNew(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* command = app.add_subcommand("new", "Begin an experiment as a copy of a preset");
  CLI::Option* from = command->add_option("--from", a.preset, "The preset");
  command->add_option("--output", a.output, "The experiment file; without it, it is printed")
      ->needs(from);
  command->add_flag("--force", a.force, "Replace a file that is there already")->needs(from);
  command->add_flag("--list", a.list, "Say which presets there are; so without --from")
      ->excludes(from);
  command->final_callback([&] {
    action = [&] {
      return a.preset.empty() ? listPresets()
                              : newFromPreset({text(a.preset), text(a.output), a.force});
    };
  });
}

void addRuns(CLI::App& app, Arguments& a, std::function<int()>& action,
             std::optional<WithClient>& service) {
  CLI::App* runs = app.add_subcommand("runs", "List runs, newest first");
  runs->add_flag("--json", a.json, "Print JSON");
  runs->add_option("--scan", a.scan, "First look on this target for runs that are not known");
  runs->final_callback([&] {
    service = [&](ServiceClient& c) {
      return listRuns(c, a.json ? Format::json : Format::text,
                      a.scan.empty() ? std::nullopt : std::optional(text(a.scan)));
    };
  });
  const auto run = [&](const char* name, const char* help) {
    CLI::App* command = app.add_subcommand(name, help);
    command->add_option("RUN", a.run, "Beginning of its UUID, its folder's name, or last")
        ->required();
    return command;
  };
  CLI::App* show = run("show", "Show one run");
  show->add_flag("--json", a.json, "Print JSON");
  show->final_callback([&] {
    service = [&](ServiceClient& c) {
      return showRun(c, text(a.run), a.json ? Format::json : Format::text);
    };
  });
  run("watch", "Follow a run to its end and exit with its code")->final_callback([&] {
    service = [&](ServiceClient& c) { return watchCommand(c, text(a.run)); };
  });
  CLI::App* logs = run("logs", "Print a run's output");
  logs->add_flag("--follow", a.follow, "Until the run ends");
  logs->add_option("--rank", a.rank, "Of one rank only");
  logs->final_callback([&] {
    service = [&](ServiceClient& c) {
      return showLogs(c, text(a.run), a.follow ? Follow::yes : Follow::no, a.rank);
    };
  });
  run("cancel", "End a run")->final_callback([&] {
    service = [&](ServiceClient& c) { return cancelRun(c, text(a.run)); };
  });
  run("resume", "Continue a run from its last checkpoint")->final_callback([&] {
    service = [&](ServiceClient& c) { return resumeRunCommand(c, text(a.run)); };
  });
  CLI::App* fetch = run("fetch", "Bring results from the target");
  fetch->add_option("--what", a.what, "checkpoints, results or all")
      ->check(CLI::IsMember({"checkpoints", "results", "all"}))
      ->capture_default_str();
  fetch->add_option("--output", a.output,
                    "Folder of this computer; without it, one below the data folder");
  fetch->final_callback([&] {
    service = [&](ServiceClient& c) {
      return fetchRun(c, text(a.run), fetchWhatFrom(text(a.what)).value_or(FetchWhat::all),
                      absolute(a.output));
    };
  });
  CLI::App* remove = run("remove", "Delete a run or its checkpoints from the target for good");
  remove
      ->add_option("--what", a.what,
                   "checkpoints, all, or entry: only what is known of it here, when its target is "
                   "gone")
      ->check(CLI::IsMember({"checkpoints", "all", "entry"}))
      ->capture_default_str();
  remove->add_flag("-y,--yes", a.yes,
                   "Remove without being asked; needed where there is no terminal");
  remove->final_callback([&] {
    service = [&](ServiceClient& c) {
      return removeRun(c, text(a.run), removeWhatFrom(text(a.what)).value_or(RemoveWhat::all),
                       a.yes ? Ask::never : Ask::onTerminal);
    };
  });
  CLI::App* metrics = run("metrics", "Print a run's metrics");
  CLI::Option* json = metrics->add_flag("--json", a.json, "Every point as JSON");
  metrics->add_flag("--csv", a.csv, "Every point as CSV")->excludes(json);
  metrics->final_callback([&] {
    action = [&] {
      return showMetrics(text(a.run), a.json ? Format::json : a.csv ? Format::csv : Format::text);
    };
  });
  CLI::App* exported = run("export", "Write a run's curves for another tool");
  exported
      ->add_option(
          "--tensorboard", a.output,
          "Folder for TensorBoard's --logdir, with one below it for each run; run it again "
          "to add what is new")
      ->required();
  exported->final_callback(
      [&] { action = [&] { return exportRun(text(a.run), absolute(a.output)); }; });
}

void addService(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* service = app.add_subcommand("serve", "The background service; started on demand");
  service->add_option("--idle-seconds", a.idleSeconds, "How long it stays with nothing to do")
      ->capture_default_str();
  service->final_callback(
      [&] { action = [&] { return serve({std::chrono::seconds(a.idleSeconds)}); }; });
  CLI::App* wait = app.add_subcommand("wait-turn", "")->group("");
  wait->add_option("--run-dir", a.runDir)->required();
  wait->add_option("--submission", a.submission)->required();
  wait->add_option("--processors", a.processors)->required();
  wait->add_option("--gpus", a.gpus)->required();
  wait->final_callback([&] {
    action = [&] {
      return fail(waitTurnAndRun(text(a.runDir), a.submission, {a.processors, a.gpus}));
    };
  });
}

int run(QCoreApplication& application, int argc, char** argv) {
  CLI::App app(
      "Trains language models here and on clusters. RUN is the beginning of a run's UUID, its "
      "folder's name, or `last`.",
      "yard");
  app.set_version_flag("--version", "yard " TRAINYARD_VERSION);
  app.require_subcommand(1);
  Arguments arguments;
  std::function<int()> action;
  std::optional<WithClient> service;
  addTargets(app, arguments, service);
  addExperiments(app, arguments, action, service);
  addNew(app, arguments, action);
  addImport(app, arguments, action);
  addRuns(app, arguments, action, service);
  addService(app, arguments, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::invalid_input);
  }
  if (service) return runToEnd(application, *service);
  return action();
}

}  // namespace
}  // namespace trainyard

int main(int argc, char** argv) {
  // Before all else: its arguments are those of a remote shell, and it is started for every
  // transfer.
  if (argc > 1 && std::string(argv[1]) == "rsh") return trainyard::remoteShell(argc - 2, argv + 2);
  QCoreApplication application(argc, argv);
  QCoreApplication::setApplicationName(QStringLiteral("yard"));
  QCoreApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
  return trainyard::run(application, argc, argv);
}
