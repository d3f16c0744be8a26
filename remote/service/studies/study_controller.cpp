// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/studies/study_controller.h"

#include <algorithm>
#include <cmath>

#include <QFile>

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/service/calls/request_values.h"
#include "remote/service/studies/trial_end.h"
#include "remote/store/study_reader.h"
#include "remote/values/study_runs.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// Between two looks at the runs: changes come in bursts, and some come without a word.
constexpr std::chrono::milliseconds shortestPause{100}, longestPause{2000};

}  // namespace

StudyController::StudyController(Runs& runs, QString journal, SubmitRequest request)
    : m_runs(runs),
      m_study(request.run),
      m_path(std::move(journal)),
      m_request(std::move(request)),
      m_environment(environmentOf(m_request.environment)) {}

Result<std::unique_ptr<StudyController>> StudyController::open(Runs& runs, const QString& folder,
                                                               SubmitRequest request) {
  const QString path = StudyReader::journalIn(folder, request.run);
  std::unique_ptr<StudyController> controller(new StudyController(runs, path, std::move(request)));
  TRY(controller->openJournal());
  const SearchSection& search = controller->section();
  TRY(controller->m_space, search::Space::create(search_parameters(search)));
  controller->m_sampler = search::make_sampler(search);
  controller->m_pruner = search::make_pruner(search);
  return controller;
}

Result<void> StudyController::openJournal() {
  m_places.clear();
  TRY(m_journal, search::StudyJournal::open(QFile::encodeName(m_path).toStdString()));
  return {};
}

QString StudyController::runOf(std::int64_t trial, std::int64_t seedIndex) const {
  return trialRun(m_study, trial, seedIndex);
}

// What makes the run an ordinary one with the values of its trial.
QStringList StudyController::valuesOf(std::int64_t number, std::int64_t seedIndex) const {
  QStringList values;
  for (const auto& [path, value] : trial(number).values) values << text(path + "=" + spell(value));
  if (section().seeds > 1)
    values << QStringLiteral("seed=%1").arg(m_journal->record().seed + seedIndex);
  return values;
}

bool StudyController::isOver() const { return m_journal && search::is_over(m_journal->recorded()); }

bool StudyController::isTimeOver() const {
  return search::is_time_over(m_journal->study(), section().time_limit, unix_time());
}

void StudyController::noteChanged(const QString& run) {
  if (m_watched.contains(run)) m_wake.wake();
}

Result<void> StudyController::setTrials(qint64 trials) {
  if (!m_journal) return make_error("study.not_written", {{"path", m_path.toStdString()}});
  const std::int64_t started = std::ssize(m_journal->study().trials);
  if (trials > started && isTimeOver())
    return make_error("study.time_over", {{"limit", section().time_limit.value_or("")}});
  TRY(m_journal->set_trials(std::max<std::int64_t>(trials, started)));
  m_isChanged = true;
  m_wake.wake();
  return {};
}

QCoro::Task<void> StudyController::run() {
  const std::stop_token stop = m_stop.get_token();
  // Resumed from the event loop, so that the one who began it is done.
  co_await m_wake.turn(stop);
  cancelLeftRuns();
  while (!stop.stop_requested()) {
    Result<void> done = m_journal ? Result<void>() : openJournal();
    if (done) done = step();
    if (!done) {
      qWarning("study %s: %s", qPrintable(m_study), done.error().message.c_str());
      // What is on the disk counts, not what was in memory.
      m_journal.reset();
    }
    if (std::exchange(m_isChanged, false)) emit m_runs.registry().changed(m_study);
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
  const std::int64_t count = std::ssize(m_journal->study().trials);
  for (std::int64_t number = 0; number < count; ++number)
    if (trial(number).state == search::TrialState::running) {
      TRY(settle(number));
    }
  TRY(propose());
  m_watched.clear();
  for (const search::Trial& each : m_journal->study().trials)
    if (each.state == search::TrialState::running)
      for (std::int64_t i = 0; i < section().seeds; ++i) m_watched.insert(runOf(each.number, i));
  if (!m_isSubmitting && missingRun()) m_tasks.start(submitMissing());
  return {};
}

// In the journal before anything is submitted.
Result<void> StudyController::propose() {
  const search::Study& study = m_journal->study();
  for (;;) {
    const auto running =
        std::ranges::count(study.trials, search::TrialState::running, &search::Trial::state);
    if (running >= section().parallel || std::ssize(study.trials) >= section().trials) return {};
    std::optional<Map> values;
    if (!isTimeOver())
      values = search::next_values(m_journal->recorded(), m_space, *m_sampler, *m_pruner);
    // All values of a grid, or all the time, are used up: these are all trials.
    if (!values) return written(m_journal->set_trials(std::ssize(study.trials)));
    const auto started = m_journal->start(*std::move(values));
    if (!started) return started.error();
    m_isChanged = true;
  }
}

// Takes over what the trial's runs have reported and how they have ended.
Result<void> StudyController::settle(std::int64_t number) {
  for (std::int64_t i = 0; i < section().seeds; ++i) {
    if (trial(number).state != search::TrialState::running) return {};
    if (trial(number).results.contains(m_journal->record().seed + i)) continue;
    const auto run = m_runs.registry().store.run(runOf(number, i));
    if (!run && run.error().kind == ErrorKind::not_found) continue;
    if (!run) return run.error();
    if (i == 0) {
      TRY(report(number, run->run));
    }
    const bool isEnd = trial(number).state == search::TrialState::running &&
                       !trainyard::isOpen(run->state) && !m_resuming.contains(run->run) &&
                       !m_runs.submissions().isOpen(run->run);
    if (isEnd) {
      TRY(settleEnd(number, i, *run));
    }
  }
  // Not with the last result itself: the last service may have died after that was written.
  const bool runs = trial(number).state == search::TrialState::running;
  const auto mean = search::mean_result(trial(number), section().seeds);
  return runs && mean ? written(m_journal->complete(number, *mean)) : Result<void>();
}

Result<void> StudyController::report(std::int64_t number, const QString& run) {
  Place& place = m_places[number];
  TRY(const auto points, m_runs.registry().store.seriesAfter(run, text(section().objective),
                                                             place.attempt, place.sequence));
  for (const MetricPoint& point : points) {
    const std::int64_t step = point.step.value_or(place.points);
    if (!trial(number).reports.contains(step)) {
      const search::PruneDecision decision =
          search::decide_report(*m_pruner, m_journal->study(), number, step, point.value);
      TRY(written(
          m_journal->report(number, step, point.value, decision, m_journal->record().seed)));
    }
    place = {point.attempt, point.sequence, place.points + 1};
    if (trial(number).is_to_prune) break;
  }
  if (!trial(number).is_to_prune) return {};
  TRY(written(m_journal->prune(number, search::last_step(trial(number)).value_or(0))));
  cancelRuns(number);
  return {};
}

Result<void> StudyController::settleEnd(std::int64_t number, std::int64_t seedIndex,
                                        const RunRecord& run) {
  if (run.state == RunState::completed) return takeResult(number, seedIndex, run);
  const Error cause = causeOfEnd(run);
  if (!mayPass(run) || trial(number).retries >= retryLimit)
    return failTrial(number, cause, run.step.value_or(0));
  TRY(written(m_journal->retry(number, cause)));
  m_tasks.start(resumeRun(number, run.run));
  return {};
}

Result<void> StudyController::takeResult(std::int64_t number, std::int64_t seedIndex,
                                         const RunRecord& run) {
  RunStore& store = m_runs.registry().store;
  const std::int64_t steps = run.step.value_or(0);
  TRY(const auto curve, store.series(run.run, text(section().objective)));
  const auto best = bestValue(curve, section().direction);
  if (!best) {
    TRY(const auto reported, store.metrics(run.run));
    return failTrial(number, noObjective(section().objective, reported), steps);
  }
  if (!std::isfinite(*best)) return failTrial(number, make_error("study.not_finite", {}), steps);
  return written(m_journal->add_result(number, m_journal->record().seed + seedIndex, *best, steps));
}

Result<void> StudyController::failTrial(std::int64_t number, const Error& cause,
                                        std::int64_t steps) {
  TRY(written(m_journal->fail(number, cause, steps)));
  cancelRuns(number);
  const std::int64_t count = std::ssize(m_journal->study().trials);
  if (count >= section().trials || !search::is_hopeless(m_journal->study())) return {};
  qInfo("study %s: %s", qPrintable(m_study),
        make_error("search.all_failed", {{"count", count}, {"cause", as_argument(cause)}})
            .message.c_str());
  return written(m_journal->set_trials(count));
}

// Runs of a trial that has ended are not needed any more.
void StudyController::cancelRuns(std::int64_t number) {
  for (std::int64_t i = 0; i < section().seeds; ++i) {
    const QString run = runOf(number, i);
    const auto record = m_runs.registry().store.run(run);
    if (record && trainyard::isOpen(record->state)) m_tasks.start(m_runs.cancel(run));
  }
}

// Those that the last service left when it died between the journal and the cancellation.
void StudyController::cancelLeftRuns() {
  const auto runs = m_runs.registry().store.study(m_study);
  if (!m_journal || !runs) return;
  QSet<QString> open;
  for (const RunRecord& run : *runs)
    if (trainyard::isOpen(run.state)) open.insert(run.run);
  if (open.isEmpty()) return;
  for (const search::Trial& each : m_journal->study().trials)
    if (each.state != search::TrialState::running)
      for (std::int64_t i = 0; i < section().seeds; ++i)
        if (const QString run = runOf(each.number, i); open.contains(run))
          m_tasks.start(m_runs.cancel(run));
}

std::optional<StudyController::Missing> StudyController::missingRun() {
  if (!m_journal) return std::nullopt;
  for (const search::Trial& each : m_journal->study().trials) {
    if (each.state != search::TrialState::running) continue;
    for (std::int64_t i = 0; i < section().seeds; ++i) {
      if (each.results.contains(m_journal->record().seed + i)) continue;
      const auto run = m_runs.registry().store.run(runOf(each.number, i));
      if (!run && run.error().kind == ErrorKind::not_found) return Missing{each.number, i};
    }
  }
  return std::nullopt;
}

// One after the other: a login node does not like a hundred at once.
QCoro::Task<void> StudyController::submitMissing() {
  m_isSubmitting = true;
  for (auto next = missingRun(); next && !m_stop.stop_requested(); next = missingRun()) {
    const StudyPart part{m_study, valuesOf(next->trial, next->seedIndex)};
    const QStringList overrides =
        m_request.overrides + part.values + QStringList{QStringLiteral("search.space={}")};
    ExperimentSource source{m_request.path, m_request.text, overrides, m_environment};
    const QString run = runOf(next->trial, next->seedIndex);
    auto submitted = co_await m_runs.submissions().submit(run, m_request.target, std::move(source),
                                                          m_stop.get_token(), part);
    if (submitted || m_stop.stop_requested()) continue;
    // One that was cancelled stays in the store, and is settled as any other run.
    if (m_runs.registry().store.run(run)) continue;
    if (may_succeed_later(submitted.error())) {
      qInfo("study %s: trial %lld: %s", qPrintable(m_study), static_cast<long long>(next->trial),
            submitted.error().message.c_str());
      Waiter later;
      co_await later.wait(m_stop.get_token(), QDeadlineTimer(pause));
    } else if (m_journal && trial(next->trial).state == search::TrialState::running) {
      if (auto failed = failTrial(next->trial, causeOfRefusal(submitted.error()), 0); !failed)
        m_journal.reset();
    }
  }
  m_isSubmitting = false;
  m_wake.wake();
}

QCoro::Task<void> StudyController::resumeRun(std::int64_t number, QString run) {
  m_resuming.insert(run);
  for (;;) {
    auto resumed = co_await m_runs.resume(run, m_environment, m_stop.get_token());
    // Somebody else may have been faster.
    const bool isGoing = resumed || resumed.error().code == "run.open";
    if (isGoing || m_stop.stop_requested() || !m_journal ||
        trial(number).state != search::TrialState::running)
      break;
    if (!may_succeed_later(resumed.error())) {
      if (auto failed = failTrial(number, causeOfRefusal(resumed.error()), 0); !failed)
        m_journal.reset();
      break;
    }
    Waiter later;
    co_await later.wait(m_stop.get_token(), QDeadlineTimer(pause));
  }
  m_resuming.remove(run);
  m_wake.wake();
}

}  // namespace trainyard
