// SPDX-License-Identifier: GPL-3.0-or-later
// `yard study best`, `export`, `stop` and `add`.
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
#include "remote/cli/named_study.h"
#include "remote/cli/output.h"
#include "remote/cli/study_commands.h"
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
    const QString path = study.job->target == QLatin1String("here")
                             ? study.job->folder + QStringLiteral("/experiment.yaml")
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
          ownPrograms(),
          request.target == QLatin1String("here") ? RunsWhere::here : RunsWhere::elsewhere));
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

}  // namespace

int printBest(const QString& words, BestAs as, Format format) {
  const auto study = namedStudy(words);
  if (!study) return fail(study.error());
  const auto best = bestOf(*study);
  if (!best) return fail(best.error());
  const search::Trial& trial = **best;
  if (as == BestAs::document) {
    const auto document = documentWith(*study, trial.values);
    if (!document) return fail(document.error());
    print(text(*document), QString());
    return 0;
  }
  if (format == Format::json) {
    printJson(QJsonObject{{QStringLiteral("number"), static_cast<qint64>(trial.number)},
                          {QStringLiteral("value"), jsonNumber(*trial.value)},
                          {QStringLiteral("values"), jsonOf(trial.values)}});
    return 0;
  }
  for (const auto& [path, value] : trial.values) print(text(path + "=" + spell(value)));
  return 0;
}

int exportStudy(const StudyExport& options) {
  const auto study = namedStudy(options.study);
  if (!study) return fail(study.error());
  const std::string journal = search::to_optuna_journal(study->recorded());
  if (options.file == QLatin1String("-")) {
    std::fwrite(journal.data(), 1, journal.size(), stdout);
    return 0;
  }
  if (!options.replaces && QFileInfo::exists(options.file))
    return fail(make_error("study.file_exists", {{"path", options.file.toStdString()}}));
  const auto written =
      write_file_atomically(QFile::encodeName(options.file).toStdString(), journal);
  if (!written) return fail(written.error());
  print(QStringLiteral("%1 trials in %2")
            .arg(study->started())
            .arg(sanitizedForTerminal(options.file)));
  return 0;
}

QCoro::Task<Result<void>> stopTrials(ServiceClient& client, QString study) {
  StudyReader reader;
  StudyReader::Reading reading;
  CO_TRY(reader.read(study, reading));
  const auto started = static_cast<qint64>(reading.recorded.study.trials.size());
  CO_TRY(co_await client.call(methods::studiesSetTrials, {}, study, started));
  co_return {};
}

QCoro::Task<int> stopStudy(ServiceClient& client, QString words) {
  const auto study = namedStudy(words);
  if (!study) co_return fail(study.error());
  const auto stopped = co_await stopTrials(client, study->study);
  if (!stopped) co_return fail(stopped.error());
  const std::int64_t running = study->count(search::TrialState::running);
  print(QStringLiteral("study %1 starts no more trials; %2 still run%3")
            .arg(study->study.left(8))
            .arg(running)
            .arg(running == 1 ? QStringLiteral("s") : QString()));
  co_return 0;
}

QCoro::Task<int> addTrials(ServiceClient& client, QString words, qint64 count) {
  const auto study = namedStudy(words);
  if (!study) co_return fail(study.error());
  const qint64 wanted = std::max(study->wanted(), study->started()) + count;
  const auto added = co_await client.call(methods::studiesSetTrials, {}, study->study, wanted);
  if (!added) co_return fail(added.error());
  print(QStringLiteral("study %1 shall have %2 trials").arg(study->study.left(8)).arg(wanted));
  co_return 0;
}

}  // namespace trainyard
