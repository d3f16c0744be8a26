// SPDX-License-Identifier: GPL-3.0-or-later
// `yard study`: searches of hyperparameters, and what comes of them (study_show.cpp: how they go).
#include <cstdio>

#include <QFile>
#include <QFileInfo>
#include <QJsonObject>
#include <QProcessEnvironment>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "engine/search/optuna_journal.h"
#include "remote/cli/command.h"
#include "remote/cli/named_study.h"
#include "remote/service/protocol/study_request.h"
#include "remote/submit/prepare.h"
#include "remote/values/json_values.h"
#include "remote/values/numbers.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr std::uint64_t documentLimitBytes = 4u << 20;

// What the study was made of, with its overrides. For a run elsewhere that is the file that it was
// submitted from.
Result<std::string> documentOf(const NamedStudy& study) {
  const std::string shortName = study.study.left(8).toStdString();
  if (study.job) {
    const QString path = study.job->target == "here"_L1 ? study.job->folder + u"/experiment.yaml"_s
                                                        : study.job->source;
    auto content = read_file(QFile::encodeName(path).toStdString(), documentLimitBytes);
    if (content) return content;
    return make_error("study.no_document",
                      {{"study", shortName}, {"why", as_argument(content.error())}});
  }
  TRY(const auto request, readStudyRequest(StudyReader::studiesFolder(), study.study));
  TRY(const auto prepared,
      prepareExperiment(
          {request.path, request.text, request.overrides, QProcessEnvironment::systemEnvironment()},
          ownPrograms(), request.target == "here"_L1 ? RunsWhere::here : RunsWhere::elsewhere));
  return prepared.text.toStdString();
}

// An ordinary document with the trial's values.
Result<std::string> documentWith(const NamedStudy& study, const Map& values) {
  TRY(std::string document, documentOf(study));
  for (const auto& [path, value] : values) {
    TRY(document, edit(document, path, value));
  }
  return remove_section(document, "search");
}

Result<const search::Trial*> bestOf(const NamedStudy& study) {
  const search::Trial* best = search::best_trial(study.recorded().study);
  if (!best) return make_error("study.no_best", {{"study", study.study.left(8).toStdString()}});
  return best;
}

struct StudyCommand {
  static void describe(CLI::App& command) { command.require_subcommand(1); }
  static std::vector<Command> subcommands();
};

struct BestCommand {
  QString name;
  bool asDocument = false;
  JsonOption json;

  void describe(CLI::App& command) {
    describeStudy(command, name);
    CLI::Option* document = command.add_flag(
        "--document", asDocument, "Print the experiment with these values and without its search");
    json.describe(command)->excludes(document);
  }

  Result<int> run() {
    TRY(const auto study, namedStudy(name));
    TRY(const auto best, bestOf(study));
    const search::Trial& trial = *best;
    if (asDocument) {
      TRY(const auto document, documentWith(study, trial.values));
      print(text(document), QString());
      return 0;
    }
    if (json.isGiven)
      return printJson(QJsonObject{{u"number"_s, static_cast<qint64>(trial.number)},
                                   {u"value"_s, jsonNumber(*trial.value)},
                                   {u"values"_s, jsonOf(trial.values)}});
    for (const auto& [path, value] : trial.values) print(text(path + "=" + spell(value)));
    return 0;
  }
};

struct StopStudyCommand {
  QString name;

  void describe(CLI::App& command) { describeStudy(command, name); }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(const auto study, namedStudy(name));
    CO_TRY(co_await stopTrials(client, study.study));
    const std::int64_t running = study.count(search::TrialState::running);
    print(u"study %1 starts no more trials; %2 still run%3"_s.arg(study.study.left(8))
              .arg(running)
              .arg(running == 1 ? u"s"_s : QString()));
    co_return 0;
  }
};

struct AddTrialsCommand {
  QString name;
  qint64 count = 0;

  void describe(CLI::App& command) {
    describeStudy(command, name);
    command.add_option("N", count, "How many more")->required()->check(CLI::Range(1, 1'000'000));
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(const auto study, namedStudy(name));
    const qint64 trials = std::max(study.wanted(), study.started()) + count;
    CO_TRY(co_await client.call(methods::studiesSetTrials, {}, study.study, trials));
    print(u"study %1 shall have %2 trials"_s.arg(study.study.left(8)).arg(trials));
    co_return 0;
  }
};

struct ExportStudyCommand {
  QString name, file;
  bool replaces = false;

  void describe(CLI::App& command) {
    describeStudy(command, name);
    addOption(command, "FILE", file, "The file; - prints it")->required();
    command.add_flag("--force", replaces, "Overwrite an existing file");
  }
  Result<int> run() {
    TRY(const auto study, namedStudy(name));
    const std::string journal = search::to_optuna_journal(study.recorded());
    if (file == "-"_L1) {
      std::fwrite(journal.data(), 1, journal.size(), stdout);
      return 0;
    }
    file = absolute(file);
    if (!replaces && QFileInfo::exists(file))
      return make_error("study.file_exists", {{"path", file.toStdString()}});
    TRY(write_file_atomically(QFile::encodeName(file).toStdString(), journal));
    print(u"%1 trials in %2"_s.arg(study.started()).arg(sanitizedForTerminal(file)));
    return 0;
  }
};

}  // namespace

extern const Command listStudiesCommand, showStudyCommand;

std::vector<Command> StudyCommand::subcommands() {
  return {
      listStudiesCommand,
      showStudyCommand,
      {"best", "Print the values of the best trial, as --set takes them", addCommand<BestCommand>},
      {"stop", "Start no more trials; those that run go on", addCommand<StopStudyCommand>},
      {"add", "Let a study have more trials", addCommand<AddTrialsCommand>},
      {"export", "Write a study as a journal for Optuna and its dashboard",
       addCommand<ExportStudyCommand>},
  };
}

extern const Command studyCommand{"study",
                                  "Show and steer searches of hyperparameters, and use the result",
                                  addCommand<StudyCommand>};

}  // namespace trainyard
