// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/named_study.h"

#include <algorithm>

#include <QFile>

#include "engine/contract/messages.h"
#include "engine/search/decisions.h"
#include "remote/cli/options.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr qsizetype shortestPrefix = 4;

}  // namespace

std::int64_t NamedStudy::count(search::TrialState state) const {
  return std::ranges::count(reading.recorded.study.trials, state, &search::Trial::state);
}

bool NamedStudy::isOver() const {
  return job ? !isOpen(job->state) : search::is_over(reading.recorded);
}

bool isStudyOfJobs(const QString& study) { return QFile::exists(StudyReader::journalPath(study)); }

Result<QString> studyNamed(StudyReader& reader, RunStore& store, const QString& text) {
  TRY(const QStringList all, reader.studies());
  if (text == QLatin1String("last") && all.isEmpty()) return make_error("study.none", {});
  if (text == QLatin1String("last")) return all.first();
  QStringList found;
  if (text.size() >= shortestPrefix)
    for (const QString& study : all)
      if (study.startsWith(text)) found << study;
  if (found.size() > 1) return make_error("study.ambiguous", {{"study", text.toStdString()}});
  if (found.size() == 1) return found.first();
  const auto run = store.resolve(text);
  if (!run && run.error().kind != ErrorKind::not_found) return run.error();
  if (run && all.contains(run->run)) return run->run;
  if (run && all.contains(run->study)) return run->study;
  TRY(const auto runs, store.study(text));
  if (runs.isEmpty()) return make_error("study.unknown", {{"study", text.toStdString()}});
  return make_error("study.several_values", {{"study", runs.first().study.left(8).toStdString()},
                                             {"count", static_cast<std::int64_t>(runs.size())}});
}

Result<NamedStudy> readNamedStudy(StudyReader& reader, RunStore& store, const QString& study) {
  NamedStudy named;
  named.study = study;
  TRY(reader.read(study, named.reading));
  if (!isStudyOfJobs(study)) {
    TRY(named.job, store.run(study));
  }
  return named;
}

Result<NamedStudy> namedStudy(const QString& text) {
  StudyReader reader;
  RunStore store;
  TRY(const QString study, studyNamed(reader, store, text));
  return readNamedStudy(reader, store, study);
}

void describeStudy(CLI::App& command, QString& name) {
  addOption(command, "STUDY", name,
            "Start of its UUID, `last`, or as RUN the job that runs all its trials")
      ->required();
}

QCoro::Task<Result<void>> stopTrials(ServiceClient& client, QString study) {
  StudyReader reader;
  StudyReader::Reading reading;
  CO_TRY(reader.read(study, reading));
  const auto started = static_cast<qint64>(reading.recorded.study.trials.size());
  CO_TRY(co_await client.call(methods::studiesSetTrials, {}, study, started));
  co_return {};
}

QString trialsText(const NamedStudy& study) {
  using search::TrialState;
  QStringList parts;
  for (const TrialState state :
       {TrialState::complete, TrialState::pruned, TrialState::failed, TrialState::running})
    if (const std::int64_t count = study.count(state); count > 0)
      parts << QStringLiteral("%1 %2").arg(count).arg(text(name_of(state)));
  const QString counts =
      parts.isEmpty() ? QString() : QStringLiteral(": ") + parts.join(QStringLiteral(", "));
  return QStringLiteral("%1 of %2").arg(study.started()).arg(study.wanted()) + counts;
}

}  // namespace trainyard
