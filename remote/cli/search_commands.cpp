// SPDX-License-Identifier: GPL-3.0-or-later
// `yard submit` and `yard watch` for a search whose trials are jobs of their own.
#include <cstdio>
#include <map>

#include <QFile>
#include <QUuid>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/messages.h"
#include "remote/cli/named_study.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/cli/study_commands.h"
#include "remote/process/waiter.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// The line printed for a trial whenever it has changed. Trials count from 1 for people.
QString lineOfTrial(const search::Trial& trial) {
  QString line =
      QStringLiteral("trial %1  %2").arg(trial.number + 1).arg(text(name_of(trial.state)));
  if (trial.value) line += QStringLiteral("  ") + numberText(*trial.value);
  for (const auto& [path, value] : trial.values)
    line += QStringLiteral("  ") + text(path + "=" + spell(value));
  if (!trial.cause.empty())
    line += QStringLiteral("  ") + text(render_message(trial.cause, trial.arguments));
  return sanitizedForTerminal(line);
}

QString lastLineOf(const NamedStudy& study) {
  const search::Trial* best = search::best_trial(study.recorded().study);
  QString line = QStringLiteral("study %1: %2 trials").arg(study.study.left(8), trialsText(study));
  if (best)
    line += QStringLiteral("; the best is %1, of trial %2; `yard study best %3` prints its values")
                .arg(numberText(*best->value))
                .arg(best->number + 1)
                .arg(study.study.left(8));
  return line;
}

}  // namespace

bool isSearchOfJobs(const SubmitOptions& options) {
  const NamedDocument document = documentNamed(options.path);
  std::vector<std::string> overrides;
  for (const QString& override : options.overrides) overrides.push_back(override.toStdString());
  const std::string path = document.path.toStdString();
  if (document.text)
    return is_search_of_jobs(
        read_experiment(document.text->toStdString(), path, overrides).experiment);
  const auto read = read_experiment_file(path, overrides);
  return read && is_search_of_jobs(read->experiment);
}

QCoro::Task<int> submitSearch(ServiceClient& client, SubmitOptions options) {
  SubmitRequest request = requestNamed(options.path, options.target, options.overrides);
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  const auto started = co_await client.call(methods::studiesStart, {}, request);
  if (!started) co_return fail(started.error());
  for (const Diagnostic& warning : started->diagnostics)
    std::fprintf(
        stderr, "%s\n",
        sanitizedForTerminal(QString::fromStdString(to_line(warning))).toUtf8().constData());
  const QString study = started->study;
  if (options.format == Format::json && !options.watch)
    printJson(QJsonObject{{QStringLiteral("study"), study}});
  if (options.format == Format::text)
    print(QStringLiteral("study %1; `yard study show %2` shows it").arg(study, study.left(8)));
  std::fflush(stdout);
  if (!options.watch) co_return 0;
  const WatchOutput output =
      options.format == Format::json ? WatchOutput::quiet : usualWatchOutput();
  const int code = co_await watchSearch(client, study, output);
  if (options.format == Format::json) (void)co_await showStudy(client, study, Format::json);
  co_return code;
}

QCoro::Task<int> watchSearch(ServiceClient& client, QString study, WatchOutput output) {
  explainInterruptAs(
      QStringLiteral("The study goes on. `yard watch %1` shows it again, `yard study stop %1` "
                     "starts no more trials, `yard cancel %1` ends those that run, too.")
          .arg(study.left(8)));
  StudyReader reader;
  RunStore store;
  Waiter changed;
  QObject::connect(&client, &ServiceClient::runsChanged, &changed, [&] { changed.wake(); });
  QObject::connect(&client, &ServiceClient::disconnected, &changed, [&] { changed.wake(); });
  NamedStudy named;
  named.study = study;
  std::map<std::int64_t, QString> said;
  for (;;) {
    if (!client.isConnected())
      if (auto connected = co_await client.connectToService(); !connected)
        co_return fail(connected.error());
    if (const auto read = reader.read(study, named.reading); !read) co_return fail(read.error());
    for (const search::Trial& trial : named.recorded().study.trials) {
      const QString line = lineOfTrial(trial);
      if (std::exchange(said[trial.number], line) != line && output != WatchOutput::quiet)
        std::fprintf(stderr, "%s\n", line.toUtf8().constData());
    }
    if (named.isOver()) break;
    co_await changed.wait({}, QDeadlineTimer(std::chrono::seconds(5)));
  }
  if (output != WatchOutput::quiet)
    std::fprintf(stderr, "%s\n", lastLineOf(named).toUtf8().constData());
  co_return search::best_trial(named.recorded().study) ? 0 : static_cast<int>(ExitCode::failed);
}

}  // namespace trainyard
