// SPDX-License-Identifier: GPL-3.0-or-later
// `yard submit`: a run, a preset's sample, a search, or a study of several values.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <QUuid>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/cli/commands/shown.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/submit_study.h"
#include "remote/cli/watch.h"
#include "remote/store/run_store.h"
#include "remote/values/presets.h"

namespace trainyard {
namespace {

// The number of nodes that the preset requests.
int nodesOf(const QString& preset) {
  const auto text = presetText(preset);
  if (!text) return 1;
  const Document document = read_experiment(text->toStdString(), preset.toStdString(), {});
  return static_cast<int>(document.experiment.resources.nodes);
}

void printWarnings(const std::vector<Diagnostic>& warnings) {
  for (const Diagnostic& warning : warnings) printNote(QString::fromStdString(to_line(warning)));
}

struct SubmitCommand {
  ExperimentOptions experiment;
  StudyOptions several;
  bool isWatched = false, isSample = false;
  QString sampleFolder;
  JsonOption json;

  void describe(CLI::App& command) {
    experiment.describe(command);
    experiment.describeChanges(command);
    command.add_flag("--watch", isWatched, "Follow it until it ends and exit with its code");
    json.describe(command);
    CLI::Option* sample =
        command.add_flag("--sample", isSample,
                         "Run the preset's small sample with synthetic data instead, and follow it "
                         "until it ends");
    addOption(command, "--output", sampleFolder,
              "With --sample: its folder; default: NAME-sample in the current folder")
        ->needs(sample);
    several.describe(command)->excludes(sample);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    if (!several.grid.isEmpty())
      return submitStudy(client, {experiment, several, isWatched, json.format()});
    if (isSample) return submitSample(client);
    return isSearchOfJobs() ? submitSearch(client) : submitOne(client);
  }

  QCoro::Task<Result<int>> submitOne(ServiceClient& client) {
    SubmitRequest request = experiment.request();
    request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const QString run = request.run;
    explainInterrupt(run, u"The submission goes on"_s);
    auto progress = std::make_unique<ProgressLine>(client, run);
    CO_TRY(auto submitted, co_await client.submit(std::move(request)));
    progress.reset();
    printWarnings(submitted.diagnostics);
    if (json.isGiven && !isWatched)
      printJson(QJsonObject{{u"run"_s, submitted.run}, {u"folder"_s, submitted.folder}});
    if (!json.isGiven) print(u"run %1 in %2"_s.arg(submitted.run, submitted.folder));
    std::fflush(stdout);
    if (!isWatched) co_return 0;
    const WatchOutput output = json.isGiven ? WatchOutput::quiet : usualWatchOutput();
    CO_TRY(const int code, co_await watchRun(client, submitted.run, output));
    RunStore store;
    if (auto run = store.run(submitted.run); run && json.isGiven) printJson(toJson(*run));
    co_return code;
  }

  // Uses two nodes on a cluster if the preset has several.
  QCoro::Task<Result<int>> submitSample(ServiceClient& client) {
    const QString preset = experiment.name;
    if (sampleFolder.isEmpty()) sampleFolder = preset + u"-sample"_s;
    if (!presetNames().contains(preset)) co_return unknownPreset(preset);
    CO_TRY(const auto sample, co_await client.call(methods::makeSample, {}, preset,
                                                   QDir::current().absoluteFilePath(sampleFolder)));
    experiment.changes = experiment.overrides();  // as its own document has them
    experiment.arguments.clear();
    experiment.name = sample.path;
    isWatched = true;
    const QString nodes = u"resources.nodes="_s;
    const bool isGiven =
        std::ranges::any_of(std::as_const(experiment.changes),
                            [&](const QString& one) { return one.startsWith(nodes); });
    if (!experiment.isHere() && nodesOf(preset) > 1 && !isGiven)
      experiment.changes << nodes + u"2"_s;
    co_return co_await submitOne(client);
  }

  bool isSearchOfJobs() const {
    const NamedDocument document = documentNamed(experiment.name);
    std::vector<std::string> overrides;
    for (const QString& override : experiment.overrides())
      overrides.push_back(override.toStdString());
    const std::string path = document.path.toStdString();
    if (document.text)
      return is_search_of_jobs(
          read_experiment(document.text->toStdString(), path, overrides).experiment);
    const auto read = read_experiment_file(path, overrides);
    return read && is_search_of_jobs(read->experiment);
  }

  QCoro::Task<Result<int>> submitSearch(ServiceClient& client) {
    SubmitRequest request = experiment.request();
    request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
    CO_TRY(const auto started, co_await client.call(methods::studiesStart, {}, request));
    printWarnings(started.diagnostics);
    const QString study = started.study;
    if (json.isGiven && !isWatched) printJson(QJsonObject{{u"study"_s, study}});
    if (!json.isGiven)
      print(u"study %1; `yard study show %2` shows it"_s.arg(study, study.left(8)));
    std::fflush(stdout);
    if (!isWatched) co_return 0;
    const WatchOutput output = json.isGiven ? WatchOutput::quiet : usualWatchOutput();
    CO_TRY(const int code, co_await watchSearch(client, study, output));
    if (json.isGiven) (void)printStudy(study, Format::json);
    co_return code;
  }
};

}  // namespace

extern const Command submitCommand{"submit", "Start a run, or a search as a study",
                                   addCommand<SubmitCommand>};

}  // namespace trainyard
