// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/studies/studies.h"

#include <QDir>
#include <QFile>
#include <QUuid>

#include "engine/contract/messages.h"
#include "engine/contract/run/run_folder.h"
#include "engine/search/decisions.h"
#include "engine/search/study_folder.h"
#include "remote/service/requests/experiment_checks.h"
#include "remote/service/requests/request_values.h"
#include "remote/service/protocol/study_request.h"
#include "remote/store/study_reader.h"
#include "remote/submit/prepare.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr std::chrono::milliseconds startingPause{50};

std::filesystem::path nativeJournal(const QString& path) {
  return QFile::encodeName(path).toStdString();
}

// What makes the document no study of jobs.
Result<void> checkIsStudy(const Experiment& experiment) {
  if (!is_search_of_jobs(experiment)) return make_error("study.no_search", {});
  if (experiment.resources.array) return make_error("study.array", {});
  TRY(search::Space::create(search_parameters(experiment.search)));
  return {};
}

// What every trial's document has beside its values.
QStringList resultOverrides(Experiment experiment) {
  if (experiment.workload != Workload::engine) return {};
  search::hand_out_the_best(experiment);
  return {QStringLiteral("checkpoint.save_best=true"),
          QStringLiteral("checkpoint.best_as_result=true"),
          QStringLiteral("evaluation.metric=") + text(experiment.evaluation.metric)};
}

// In the set during its lifetime.
class Starting {
 public:
  Starting(QSet<QString>& set, QString study) : m_set(set), m_study(std::move(study)) {
    m_set.insert(m_study);
  }
  ~Starting() { m_set.remove(m_study); }
  Starting(const Starting&) = delete;
  Starting& operator=(const Starting&) = delete;

 private:
  QSet<QString>& m_set;
  QString m_study;
};

}  // namespace

Studies::Studies(Runs& runs, TargetRegistry& targets, QString folder)
    : m_runs(runs), m_targets(targets), m_folder(std::move(folder)), m_adoption(runs) {
  const auto noteChanged = [this](const QString& run) {
    for (const auto& [study, controller] : m_open) controller->noteChanged(run);
  };
  connect(&runs.registry(), &RunRegistry::changed, this, noteChanged);
  connect(&runs.registry(), &RunRegistry::imported, this, noteChanged);
  connect(&runs.registry(), &RunRegistry::studyEmptied, this, &Studies::forget);
}

QString Studies::journalPath(const QString& study) const {
  return StudyReader::journalIn(m_folder, study);
}

// Nothing is left that its journal is about.
void Studies::forget(const QString& study) {
  if (m_open.contains(study)) return;
  QFile::remove(journalPath(study));
  QFile::remove(studyRequestPath(m_folder, study));
  emit m_runs.registry().changed(study);
}

void Studies::begin() {
  m_adoption.begin();
  m_tasks.start(openUnfinished());
}

QCoro::Task<void> Studies::finish() {
  for (const auto& [study, controller] : m_open) controller->stop();
  co_await m_adoption.finish();
  co_await m_tasks.finish();
}

// One after the other, so that calls are answered in between.
QCoro::Task<void> Studies::openUnfinished() {
  const std::stop_token stop = m_tasks.token();
  const QStringList names = QDir(m_folder).entryList({QStringLiteral("*.jsonl")}, QDir::Files);
  for (const QString& name : names) {
    Waiter waiter;
    co_await waiter.turn(stop);
    if (stop.stop_requested()) co_return;
    const QString study = name.chopped(QLatin1String(".jsonl").size());
    if (m_open.contains(study)) continue;
    const auto read = search::read_study(nativeJournal(journalPath(study)));
    if (read && search::is_over(*read)) continue;
    auto request = readStudyRequest(m_folder, study);
    Result<void> opened;
    if (!read)
      opened = read.error();
    else if (!request)
      opened = request.error();
    else if (auto controller = open(*std::move(request)); !controller)
      opened = controller.error();
    if (!opened) qWarning("study %s: %s", qPrintable(study), opened.error().message.c_str());
  }
}

Result<StudyController*> Studies::open(SubmitRequest request) {
  const QString study = request.run;
  TRY(auto controller, StudyController::open(m_runs, m_folder, std::move(request)));
  StudyController* opened = controller.get();
  m_open[study] = std::move(controller);
  m_tasks.start(keep(study));
  return opened;
}

// Until it is over; again if it got more trials while its last tasks ended.
QCoro::Task<void> Studies::keep(QString study) {
  StudyController* controller = m_open.at(study).get();
  co_await controller->run();
  const bool goesOn = !controller->isOver() && !m_tasks.token().stop_requested();
  m_open.erase(study);
  emit m_runs.registry().changed(study);
  if (!goesOn) co_return;
  auto request = readStudyRequest(m_folder, study);
  if (!request) co_return;
  if (auto again = open(*std::move(request)); !again)
    qWarning("study %s: %s", qPrintable(study), again.error().message.c_str());
}

QCoro::Task<Result<StartedStudy>> Studies::start(SubmitRequest request, std::stop_token stop) {
  if (request.run.isEmpty()) request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QString study = request.run;
  if (QUuid::fromString(study).isNull() ||
      study != QUuid::fromString(study).toString(QUuid::WithoutBraces))
    co_return make_error("protocol.run", {});
  // Asked a second time while the first is still being checked.
  Waiter waiter;
  while (m_starting.contains(study) && !stop.stop_requested())
    co_await waiter.wait(stop, QDeadlineTimer(startingPause));
  if (m_open.contains(study) || QFile::exists(journalPath(study))) {
    StartedStudy known{study, {}};
    co_return known;
  }
  const Starting starting(m_starting, study);
  auto started = co_await create(std::move(request), stop);
  co_return started;
}

QCoro::Task<Result<StartedStudy>> Studies::create(SubmitRequest request, std::stop_token stop) {
  CO_TRY(const auto source, sourceOf(request));
  CO_TRY(auto held,
         co_await m_targets.ready(request.target, TargetRegistry::Login::onDemand, stop));
  const bool isHere = held.target.isHere();
  CO_TRY(const auto prepared,
         prepareExperiment(source, ownPrograms(), isHere ? RunsWhere::here : RunsWhere::elsewhere,
                           isHere ? QString() : held.target.programs));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  CO_TRY(checkIsStudy(prepared.experiment));
  CO_TRY(const auto checked, co_await checkOn(held.target, source, m_runs.registry().store, stop));
  if (has_errors(checked.diagnostics)) co_return diagnosticsError(checked.diagnostics);
  // The document as it is now, independent of later changes to the file.
  request.text = prepared.written;
  request.overrides << resultOverrides(prepared.experiment);
  const StartedStudy started{request.run, checked.diagnostics};
  search::StudyRecord record;
  record.name = prepared.experiment.name;
  record.seed = prepared.experiment.seed;
  record.search = prepared.experiment.search;
  CO_TRY(keepStudyRequest(m_folder, request));
  {
    // The lock of the journal is free again for the controller.
    CO_TRY(search::StudyJournal::create(nativeJournal(journalPath(request.run)), record));
  }
  CO_TRY(open(std::move(request)));
  emit m_runs.registry().changed(started.study);
  co_return started;
}

QCoro::Task<Result<void>> Studies::setTrials(QString study, qint64 trials, std::stop_token stop) {
  if (const auto found = m_open.find(study); found != m_open.end())
    co_return found->second->setTrials(trials);
  if (!QFile::exists(journalPath(study))) co_return co_await tellJob(study, trials, stop);
  CO_TRY(auto request, readStudyRequest(m_folder, study));
  CO_TRY(StudyController* const controller, open(std::move(request)));
  co_return controller->setTrials(trials);
}

// All trials run in one job, which reads the number between them.
QCoro::Task<Result<void>> Studies::tellJob(QString study, qint64 trials, std::stop_token stop) {
  const Error unknown = make_error("study.unknown", {{"study", study.toStdString()}});
  auto found = m_runs.find(study);
  if (!found && found.error().kind == ErrorKind::not_found) co_return unknown;
  if (!found) co_return found.error();
  CO_TRY(const auto records, m_runs.registry().store.searches().records(study, 0, 0));
  if (records.attempt == 0) co_return unknown;
  if (found->run.state == RunState::completed)
    co_return make_error("study.job_completed", {{"study", study.left(8).toStdString()}});
  Host& host = *found->held.target.host;
  const RunFolder folder{found->run.folder.toStdString()};
  auto made = co_await host.makeFolder(text(folder.search().string()), stop);
  if (!made && made.error().kind != ErrorKind::exists) co_return made.error();
  co_return co_await host.writeFile(text(folder.wanted_trials().string()),
                                    QByteArray::number(trials), stop);
}

}  // namespace trainyard
