// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/arguments.h"

#include "remote/cli/file_commands.h"
#include "remote/cli/output.h"
#include "remote/cli/watch.h"
#include "remote/values/text.h"

namespace trainyard {

void addRuns(CLI::App& app, Arguments& a, std::function<int()>& action,
             std::optional<WithClient>& service) {
  CLI::App* runs = app.add_subcommand("runs", "List runs, newest first");
  runs->add_option("STUDY", a.run, "Only the runs of this study: the start of its UUID");
  runs->add_flag("--json", a.json, "Print JSON");
  runs->add_option("--scan", a.scan, "First scan this target for unknown runs");
  runs->add_option("--state", a.states, "Only runs in this state; can be repeated")
      ->check(CLI::IsMember({"open", "ended", "preparing", "waiting", "running", "completed",
                             "failed", "cancelled", "preempted", "timed_out"}))
      ->allow_extra_args(false);
  runs->add_option("--target", a.host, "Only runs on this target");
  runs->add_option("--name", a.name, "Only runs whose name contains this");
  runs->add_option("--tag", a.tag, "Only runs with this tag");
  runs->add_option(
      "--filter", a.words,
      "Only runs that this finds, as in the window's search: words, tag:sft, since:2d, "
      "eval/loss < 0.8, lr = 1e-5");
  runs->add_option("--limit", a.limit, "Maximum number of runs, the newest first")
      ->check(CLI::PositiveNumber);
  runs->final_callback([&] {
    RunFilter filter{text(a.scan), text(a.run), {},      text(a.host),
                     text(a.name), text(a.tag), a.limit, text(a.words)};
    for (const std::string& state : a.states) filter.states << text(state);
    service = [&a, filter](ServiceClient& c) { return listRuns(c, a.format(), filter); };
  });
  CLI::App* history = app.add_subcommand(
      "import-runs",
      "Take runs that other trackers have recorded: W&B, TensorBoard, MLflow, and more");
  history->add_option("PATH", a.files, "Folders of this computer, searched with all below them")
      ->required();
  history->add_flag("--json", a.json, "Print JSON");
  whenGiven(history, service, [&](ServiceClient& c) {
    QStringList folders;
    for (const std::string& path : a.files) folders << text(path);
    return importRuns(c, folders, a.format());
  });
  const auto run = [&](const char* name, const char* help) {
    CLI::App* command = app.add_subcommand(name, help);
    command
        ->add_option(
            "RUN", a.run,
            "Start of its UUID or of a study's, its folder's name, a name that no other run "
            "has, or last")
        ->required();
    return command;
  };
  CLI::App* show = run("show", "Show one run, or the runs of a study");
  show->add_flag("--json", a.json, "Print JSON");
  whenGiven(show, service, [&](ServiceClient& c) { return showRun(c, text(a.run), a.format()); });
  CLI::App* note = run("note", "Write down what is to be remembered of a run or a study");
  note->add_option("TEXT", a.note, "The note; an empty one is removed");
  note->add_option("--title", a.title, "The name that is shown; empty: that of its experiment");
  note->add_option("--tag", a.addedTags, "Add this tag; can be repeated")->allow_extra_args(false);
  note->add_option("--untag", a.removedTags, "Remove this tag; can be repeated")
      ->allow_extra_args(false);
  note->final_callback([&a, &service, note] {
    NoteOptions options{text(a.run), {}, {}, {}, {}};
    if (note->count("TEXT") > 0) options.note = text(a.note);
    if (note->count("--title") > 0) options.title = text(a.title);
    for (const std::string& tag : a.addedTags) options.added << text(tag);
    for (const std::string& tag : a.removedTags) options.removed << text(tag);
    service = [options](ServiceClient& c) { return noteRun(c, options); };
  });
  CLI::App* reread = run("reread", "Read the curves of an ended run from its output again");
  reread->add_option("--pattern", a.pattern,
                     "How a line is read: \"iter {step}: loss {loss}, {*}\" (default: learned)");
  reread->add_option("--step", a.name, "The printed name whose number is the step");
  reread->add_option("--leave-out", a.words, "A curve that is not wanted; several with commas");
  reread->add_option("--attempt", a.attempt, "Which attempt (default: the newest)")
      ->check(CLI::PositiveNumber);
  reread->add_flag("--dry-run", a.dryRun, "Only say what would be read; also of a run in progress");
  reread->add_flag("--keep", a.keep, "Also write it to the run's experiment, for the next run");
  reread->add_flag("--json", a.json, "Print JSON");
  whenGiven(reread, service, [&](ServiceClient& c) {
    const QStringList leftOut = text(a.words).split(QLatin1Char(','), Qt::SkipEmptyParts);
    RereadArguments asked{text(a.run), a.attempt, text(a.pattern), text(a.name),
                          {},          a.dryRun,  a.keep};
    for (const QString& name : leftOut) asked.leaveOut << name.trimmed();
    return rereadOutput(c, asked, a.format());
  });
  whenGiven(run("watch", "Follow a run or a study until it ends and exit with its code"), service,
            [&](ServiceClient& c) { return watchCommand(c, text(a.run)); });
  CLI::App* logs = run("logs", "Print a run's output");
  CLI::Option* follow = logs->add_flag("--follow", a.follow, "Keep printing until the run ends");
  CLI::Option* rank = logs->add_option("--rank", a.rank, "Only the output of one rank");
  logs->add_flag("--merged", a.merged,
                 "All ranks and both streams in the order of time, each line with its time")
      ->excludes(rank);
  CLI::Option* grep =
      logs->add_option("--grep", a.words, "Only lines with this text; searched on the target")
          ->type_name("TEXT")
          ->excludes(follow);
  logs->add_flag("--regex", a.regular, "The text is a regular expression, as of grep -E")
      ->needs(grep);
  logs->add_flag("--case-sensitive", a.caseSensitive, "Capital letters are others than small ones")
      ->needs(grep);
  logs->add_flag("--json", a.json, "Print JSON")->needs(grep);
  whenGiven(logs, service, [&, grep](ServiceClient& c) {
    if (grep->count() > 0)
      return searchLogs(c, text(a.run), LogWords{text(a.words), a.regular, a.caseSensitive},
                        LogChoice{a.rank, a.merged}, a.format());
    return showLogs(c, text(a.run), a.follows(), LogChoice{a.rank, a.merged});
  });
  CLI::App* cancel = run("cancel", "Cancel a run, or all runs of a study or an array");
  cancel->add_flag("-y,--yes", a.yes,
                   "Cancel several runs without asking; required without a terminal");
  whenGiven(cancel, service, [&](ServiceClient& c) { return cancelRun(c, text(a.run), a.ask()); });
  CLI::App* resume =
      run("resume",
          "Continue a run from its last checkpoint, or those of a study that did not complete");
  resume->add_flag("--watch", a.watch, "Follow it until it ends and exit with its code");
  resume
      ->add_option(
          "--set", a.changes,
          "Change a setting before it goes on, such as batch.per_device=4; may be repeated")
      ->type_name("PATH=VALUE");
  resume->final_callback([&] {
    QStringList changes;
    for (const std::string& change : a.changes) changes << text(change);
    service = [&a, changes](ServiceClient& c) {
      return resumeRunCommand(c, text(a.run), changes, a.watch ? Follow::yes : Follow::no);
    };
  });
  CLI::App* fetch =
      run("fetch", "Fetch results of a run, or TARGET:PATH, a file or folder of a target");
  CLI::Option* destination = fetch->add_option(
      "DESTINATION", a.folder,
      "Where to on this computer; default: a folder in the data folder or, for a path, its name "
      "in the current folder");
  fetch
      ->add_option("--what", a.what,
                   "checkpoints, results, all, or work: what a job script's working folder has")
      ->check(CLI::IsMember({"checkpoints", "results", "all", "work"}))
      ->capture_default_str();
  fetch->add_option("--output", a.output, "The same as DESTINATION")->excludes(destination);
  whenGiven(fetch, service, [&](ServiceClient& c) {
    const std::string& place = a.folder.empty() ? a.output : a.folder;
    if (isPlace(text(a.run))) return fetchPlace(c, text(a.run), text(place));
    return fetchRun(c, text(a.run), value_named<FetchWhat>(a.what).value_or(FetchWhat::all),
                    absolute(place));
  });
  CLI::App* remove = run("remove", "Permanently delete a run or its checkpoints from the target");
  remove
      ->add_option("--what", a.what,
                   "checkpoints, all, or entry: only what is known of it here, when its target is "
                   "gone")
      ->check(CLI::IsMember({"checkpoints", "all", "entry"}))
      ->capture_default_str();
  remove->add_flag("-y,--yes", a.yes, "Remove without asking; required without a terminal");
  whenGiven(remove, service, [&](ServiceClient& c) {
    return removeRun(c, text(a.run), value_named<RemoveWhat>(a.what).value_or(RemoveWhat::all),
                     a.ask());
  });
  CLI::App* metrics = run("metrics", "Print a run's metrics");
  CLI::Option* json = metrics->add_flag("--json", a.json, "Every point as JSON");
  metrics->add_flag("--csv", a.csv, "Every point as CSV")->excludes(json);
  whenGiven(metrics, action, [&] {
    return showMetrics(text(a.run), a.json ? Format::json : a.csv ? Format::csv : Format::text);
  });
  CLI::App* samples = run("samples", "Show a run's texts, tables, images and histograms");
  CLI::Option* named = samples->add_option("--name", a.name, "Only those of this name, as printed");
  samples->add_option("--step", a.sampleStep, "Print the one of this step")->needs(named);
  samples->add_option("--output", a.folder, "Write those that are chosen to this folder");
  samples->add_flag("--json", a.json, "Print JSON, of a chosen step with the content");
  whenGiven(samples, action, [&] {
    return showSamples(
        text(a.run),
        {text(a.name), a.sampleStep, a.folder.empty() ? QString() : absolute(a.folder)},
        a.format());
  });
  CLI::App* exported = app.add_subcommand("export", "Write curves of runs for other tools");
  exported
      ->add_option("RUN", a.files,
                   "Start of a run's UUID or of a study's, its folder's name, a name that no other "
                   "run has, or last; several for a table of all")
      ->required();
  exported->add_option("--tensorboard", a.output,
                       "Folder for TensorBoard's --logdir, with one below it for each run; run it "
                       "again to add what is new");
  CLI::Option* wandb = exported->add_option(
      "--wandb", a.into, "Folder for an offline run of Weights & Biases, which wandb sync uploads");
  exported->add_option("--project", a.name, "The project in Weights & Biases")->needs(wandb);
  exported->add_option(
      "--csv", a.csvFile,
      "File with all points of all these runs as a table: run, name, metric, step, "
      "epoch, time, value");
  exported->add_option("--parquet", a.parquetFile, "The same table as a Parquet file");
  exported->final_callback([&a, &action] {
    if (a.output.empty() && a.into.empty() && a.csvFile.empty() && a.parquetFile.empty())
      throw CLI::RequiredError("--tensorboard, --wandb, --csv or --parquet");
    const auto place = [](const std::string& path) {
      return path.empty() ? QString() : absolute(path);
    };
    action = [&a, place] {
      QStringList runs;
      for (const std::string& each : a.files) runs << text(each);
      return exportRuns(runs, {place(a.output), place(a.into), text(a.name), place(a.csvFile),
                               place(a.parquetFile)});
    };
  });
}

}  // namespace trainyard
