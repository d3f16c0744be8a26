// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/studies/study_controller.h"

#include <algorithm>

#include <QFile>
#include <QList>

#include "engine/contract/messages.h"
#include "engine/search/decisions.h"
#include "engine/system/unix_time.h"
#include "remote/service/requests/request_values.h"
#include "remote/store/study_reader.h"
#include "remote/values/text.h"
#include "engine/contract/experiment/search.h"
#include "remote/store/records.h"
#include "remote/schedulers/scheduler_kind.h"

namespace trainyard {
namespace {

// Whether the run died for a cause that may pass: its node or job was lost, it was preempted or
// reached its time limit.
bool mayPass(const RunRecord& run) {
  const std::string code = run.code.toStdString();
  return run.state == RunState::preempted || run.state == RunState::timed_out || isLost(run) ||
         isNodeLoss(code) || code == "node.lost";
}

// Why it did not complete, for the study's records.
Error causeOfEnd(const RunRecord& run) {
  if (run.state == RunState::cancelled) return make_error("cancelled", {});
  if (!run.reasonCode.empty()) return make_error(run.reasonCode, run.reasonArguments);
  return make_error("study.run_failed",
                    {{"why", (run.reason.isEmpty() ? run.code : run.reason).toStdString()}});
}

// Why a run could not be submitted, for the study's records: what only has words of its own, such
// as the findings of a document, keeps them.
Error causeOfRefusal(const Error& refusal) {
  if (render_message(refusal.code, refusal.arguments) == refusal.message) return refusal;
  std::string words = refusal.message;
  std::ranges::replace(words, '\n', ' ');
  return make_error("study.run_failed", {{"why", std::move(words)}});
}

// The best value of a curve; NaN if none of its values is a number, nothing if it has none.
std::optional<double> bestValue(const QList<MetricPoint>& curve, SearchDirection direction) {
  std::vector<double> values;
  for (const MetricPoint& point : curve) values.push_back(point.value);
  return search::best_value(values, direction);
}

// "search.no_objective" or "study.no_metrics": what a completed run reported instead.
Error noObjective(const std::string& objective, const QList<MetricSummary>& reported) {
  std::vector<std::string> names;
  for (const MetricSummary& metric : reported) names.push_back(metric.name.toStdString());
  return search::no_objective(objective, names);
}

// Between two looks at the runs: changes come in bursts, and some come without a word.
constexpr std::chrono::milliseconds shortestPause{100}, longestPause{2000};

}  // namespace

StudyController::StudyController(Runs& runs, QString journal, SubmitRequest request)
    : m_runs(runs),
      m_uuid(request.run),
      m_path(std::move(journal)),
      m_request(std::move(request)),
      m_environment(environmentOf(m_request.environment)) {}

Result<std::unique_ptr<StudyController>> StudyController::open(Runs& runs, const QString& folder,
                                                               SubmitRequest request) {
  const QString path = StudyReader::journalIn(folder, request.run);
  std::unique_ptr<StudyController> controller(new StudyController(runs, path, std::move(request)));
  TRY(controller->openJournal());
  return controller;
}

Result<void> StudyController::openJournal() {
  m_places.clear();
  TRY(auto journal, search::StudyJournal::open(QFile::encodeName(m_path).toStdString()));
  TRY(m_study, search::JobStudy::create(std::move(journal), *this));
  // What is there already is no change.
  TRY(m_study->journal().tell([this](std::string_view) { m_isChanged = true; }));
  m_isChanged = false;
  return {};
}

bool StudyController::isOver() const { return m_study && m_study->is_over(); }

bool StudyController::isRunning(std::int64_t trial) const {
  return m_study && m_study->study().trials[static_cast<std::size_t>(trial)].state ==
                        search::TrialState::running;
}

void StudyController::noteChanged(const QString& run) {
  if (m_watched.contains(run)) m_wake.wake();
}

Result<void> StudyController::setTrials(qint64 trials) {
  if (!m_study) return make_error("study.not_written", {{"path", m_path.toStdString()}});
  if (trials > std::ssize(m_study->study().trials) && m_study->is_time_over(unix_time()))
    return make_error("study.time_over", {{"limit", m_study->search().time_limit.value_or("")}});
  TRY(m_study->set_trials(trials));
  m_wake.wake();
  return {};
}

QCoro::Task<void> StudyController::run() {
  const std::stop_token stop = m_stop.get_token();
  // Resumed from the event loop, so that the one who began it is done.
  co_await m_wake.turn(stop);
  if (m_study)
    if (const auto done = m_study->cancel_left_runs(); !done)
      qWarning("study %s: %s", qPrintable(m_uuid), done.error().message.c_str());
  while (!stop.stop_requested()) {
    Result<void> done = m_study ? Result<void>() : openJournal();
    if (done) done = step();
    if (!done) {
      qWarning("study %s: %s", qPrintable(m_uuid), done.error().message.c_str());
      // What is on the disk counts, not what was in memory.
      m_study.reset();
    }
    if (std::exchange(m_isChanged, false)) emit m_runs.registry().changed(m_uuid);
    if (isOver()) break;
    Waiter calm;
    const std::chrono::milliseconds rest = done ? shortestPause : longestPause;
    co_await calm.wait(stop, QDeadlineTimer(rest));
    co_await m_wake.wait(stop, QDeadlineTimer(longestPause));
  }
  m_stop.request_stop();
  co_await m_tasks.finish();
}

Result<void> StudyController::step() {
  TRY(m_study->step(unix_time()));
  m_watched.clear();
  for (const search::Trial& each : m_study->study().trials)
    if (each.state == search::TrialState::running)
      for (std::int64_t i = 0; i < m_study->search().seeds; ++i)
        m_watched.insert(runOf({each.number, i}));
  if (!m_isSubmitting && missingRun()) m_tasks.start(submitMissing());
  return {};
}

Result<std::optional<search::TrialRunState>> StudyController::state(const search::TrialRunId& id) {
  const auto run = m_runs.registry().store.run(runOf(id));
  if (!run && run.error().kind == ErrorKind::not_found)
    return std::optional<search::TrialRunState>();
  if (!run) return run.error();
  search::TrialRunState state;
  state.is_open = trainyard::isOpen(run->state) || m_resuming.contains(run->run) ||
                  m_runs.submissions().isOpen(run->run);
  state.is_completed = run->state == RunState::completed;
  state.steps = run->step.value_or(0);
  if (!state.is_open && !state.is_completed) {
    state.may_pass = mayPass(*run);
    state.cause = causeOfEnd(*run);
  }
  return std::optional(state);
}

Result<std::vector<search::ObjectivePoint>> StudyController::new_points(
    const search::TrialRunId& id) {
  const QString run = runOf(id);
  Place& place = m_places[run];
  TRY(const auto points,
      m_runs.registry().store.curves().seriesAfter(run, text(m_study->search().objective),
                                                   place.attempt, place.sequence));
  std::vector<search::ObjectivePoint> out;
  for (const MetricPoint& point : points) {
    out.push_back({point.step.value_or(place.points), point.value});
    place = {point.attempt, point.sequence, place.points + 1};
  }
  return out;
}

Result<search::RunObjective> StudyController::objective(const search::TrialRunId& id) {
  RunStore& store = m_runs.registry().store;
  const SearchSection& search = m_study->search();
  TRY(const auto curve, store.curves().series(runOf(id), text(search.objective)));
  search::RunObjective out{bestValue(curve, search.direction)};
  if (!out.best) {
    TRY(const auto reported, store.metrics(runOf(id)));
    out.missing = noObjective(search.objective, reported);
  }
  return out;
}

void StudyController::cancel(const search::TrialRunId& id) {
  m_tasks.start(m_runs.cancel(runOf(id)));
}

void StudyController::resume(const search::TrialRunId& id) {
  m_tasks.start(resumeRun(id.trial, runOf(id)));
}

std::optional<search::TrialRunId> StudyController::missingRun() {
  if (!m_study) return std::nullopt;
  const auto run = m_study->missing_run();
  return run ? *run : std::nullopt;
}

void StudyController::fail(std::int64_t trial, const Error& refusal) {
  const auto failed = m_study->fail(trial, causeOfRefusal(refusal));
  const auto all = search::all_failed(m_study->study(), false);
  if (all) qInfo("study %s: %s", qPrintable(m_uuid), all->message.c_str());
  if (!failed) m_study.reset();
}

// One after the other: a login node does not like a hundred at once.
QCoro::Task<void> StudyController::submitMissing() {
  m_isSubmitting = true;
  for (auto next = missingRun(); next && !m_stop.stop_requested(); next = missingRun()) {
    QStringList values;
    for (const std::string& value : m_study->overrides(*next)) values << text(value);
    const StudyPart part{m_uuid, values};
    const QStringList overrides =
        m_request.overrides + part.values + QStringList{QStringLiteral("search.space={}")};
    ExperimentSource source{m_request.path, m_request.text, overrides, m_environment};
    const QString run = runOf(*next);
    auto submitted = co_await m_runs.submissions().submit(run, m_request.target, std::move(source),
                                                          m_stop.get_token(), part);
    if (submitted || m_stop.stop_requested()) continue;
    // One that was cancelled stays in the store, and is settled as any other run.
    if (m_runs.registry().store.run(run)) continue;
    if (may_succeed_later(submitted.error())) {
      qInfo("study %s: trial %lld: %s", qPrintable(m_uuid), static_cast<long long>(next->trial),
            submitted.error().message.c_str());
      Waiter later;
      co_await later.wait(m_stop.get_token(), QDeadlineTimer(pause));
    } else if (isRunning(next->trial)) {
      fail(next->trial, submitted.error());
    }
  }
  m_isSubmitting = false;
  m_wake.wake();
}

QCoro::Task<void> StudyController::resumeRun(std::int64_t trial, QString run) {
  m_resuming.insert(run);
  for (;;) {
    auto resumed = co_await m_runs.resume(run, {}, m_environment, m_stop.get_token());
    // Somebody else may have been faster.
    const bool isGoing = resumed || resumed.error().code == "run.open";
    if (isGoing || m_stop.stop_requested() || !isRunning(trial)) break;
    if (!may_succeed_later(resumed.error())) {
      fail(trial, resumed.error());
      break;
    }
    Waiter later;
    co_await later.wait(m_stop.get_token(), QDeadlineTimer(pause));
  }
  m_resuming.remove(run);
  m_wake.wake();
}

}  // namespace trainyard
