// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/cancellations.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/process/waiter.h"
#include "remote/service/registry/job_place.h"
#include "remote/service/registry/run_error.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// The pause after a reachable target did not accept a cancellation; increases each time.
constexpr std::chrono::seconds firstPause{5}, maxPause{60};

// Creates a mark in each folder named on standard input. A full disk that accepts none must not
// keep a run going: that is also code 0.
constexpr auto markScript = R"SH(
while IFS= read -r folder; do
  if [ -d "$folder" ] && [ ! -e "$folder/cancel" ]; then true >"$folder/cancel"; fi
done
exit 0)SH";

}  // namespace

Cancellations::Cancellations(RunRegistry& registry, TargetRegistry& targets,
                             Submissions& submissions)
    : m_registry(registry), m_targets(targets), m_submissions(submissions) {
  connect(&submissions, &Submissions::started, this,
          [this](const RunRecord& run, const JobRecord& job, const QList<RunRecord>&,
                 bool isCancelled) { meetJob(run, job, isCancelled); });
  // A submission that never had a job ends its cancellation as well.
  connect(&submissions, &Submissions::ended, this, [this](const QString& run) {
    if (!m_open.contains(run)) m_registry.check(m_registry.writer.closeCancel(run));
  });
}

Result<void> Cancellations::begin() {
  TRY(auto cancels, m_registry.writer.openCancels());
  for (const RunWriter::OpenCancel& cancel : cancels) {
    if (m_submissions.isOpen(cancel.run)) {
      m_submissions.cancel(cancel.run);
      continue;
    }
    m_open[cancel.run] = cancel.submission;
    m_tasks.start(deliver(cancel.run, false));
  }
  return {};
}

QCoro::Task<void> Cancellations::finish() { co_await m_tasks.finish(); }

void Cancellations::forget(const QString& run) {
  m_open.erase(run);
  m_registry.check(m_registry.writer.closeCancel(run));
  emit m_registry.changed(run);
}

void Cancellations::meetJob(const RunRecord& run, const JobRecord& job, bool isCancelled) {
  if (!isCancelled) return;
  m_registry.check(m_registry.writer.openCancel(run.run, job.submission));
  m_open[run.run] = job.submission;
  m_tasks.start(deliver(run.run, false));
}

QCoro::Task<Result<QString>> Cancellations::cancel(QString run) {
  CO_TRY(auto record, m_registry.store.run(run));
  if (m_submissions.isOpen(run)) {
    m_registry.check(m_registry.writer.openCancel(run, 0));
    m_submissions.cancel(run);
    co_return QString();
  }
  if (!trainyard::isOpen(record.state)) co_return make_error("run.ended", runNames(record));
  const int submission = placeOf(m_registry.store, record).submission;
  const bool isKept = m_registry.check(m_registry.writer.openCancel(run, submission));
  auto done = co_await tryOnce(record);
  if (done) {
    forget(run);
    co_return QString();
  }
  Map arguments = runNames(record);
  arguments.emplace_back("why", as_argument(done.error()));
  if (!isKept)
    co_return make_error("cancel.undelivered", std::move(arguments), done.error().exit_code);
  m_registry.check(m_registry.writer.noteUndelivered(run));
  emit m_registry.changed(run);
  const bool isNew = m_open.insert_or_assign(run, submission).second;
  if (isNew) m_tasks.start(deliver(run, true));
  co_return text(render_message("cancel.kept", arguments));
}

QCoro::Task<void> Cancellations::deliver(QString run, bool waitsFirst) {
  const std::stop_token stop = m_tasks.token();
  auto record = m_registry.store.run(run);
  if (!record) co_return;
  auto held = m_targets.hold(record->target);
  if (!held) co_return forget(run);
  std::chrono::seconds pause = firstPause;
  for (bool waits = waitsFirst;; waits = true) {
    if (waits && held->site->link().link == TargetLink::connected) {
      Waiter waiter;
      connect(held->site, &TargetSite::linkChanged, &waiter, [&waiter] { waiter.wake(); });
      co_await waiter.wait(stop, QDeadlineTimer(pause));
      pause = std::min(pause * 2, maxPause);
    } else if (waits) {
      co_await untilWorthTrying(*held->site, stop);
    }
    if (stop.stop_requested()) co_return;
    record = m_registry.store.run(run);
    // Requested again and delivered meanwhile; or ended by itself, or even restarted.
    if (!m_open.contains(run)) co_return;
    if (!record || !trainyard::isOpen(record->state) ||
        placeOf(m_registry.store, *record).submission != m_open.at(run))
      break;
    auto done = co_await tryOnce(*record);
    if (stop.stop_requested() || !m_open.contains(run)) co_return;
    if (done) break;
    qWarning("cancel of %s: %s", qPrintable(run), done.error().message.c_str());
    m_registry.check(m_registry.writer.noteUndelivered(run));
    emit m_registry.changed(run);
  }
  forget(run);
}

QCoro::Task<Result<void>> Cancellations::tryOnce(RunRecord run) {
  CO_TRY(auto held, m_targets.hold(run.target));
  const Target& target = held.target;
  // First the mark, then the signal: whoever receives the signal finds that it is a cancellation.
  CO_TRY(co_await mark(target, run));
  co_return co_await target.scheduler->cancel(placeOf(m_registry.store, run), m_tasks.token());
}

// Each task checks for the mark in its own folder: all are created in one command.
QCoro::Task<Result<void>> Cancellations::mark(const Target& target, RunRecord run) {
  Host* const host = target.host;
  ProgramOptions options;
  options.input = run.folder.toUtf8() + '\n';
  if (auto tasks = m_registry.store.tasksOf(run.run))
    for (const RunRecord& task : *tasks)
      if (trainyard::isOpen(task.state)) options.input += task.folder.toUtf8() + '\n';
  CommandLine command{QStringLiteral("/bin/sh"),
                      {QStringLiteral("-c"), QString::fromLatin1(markScript)}};
  CO_TRY(const auto output,
         co_await host->run(std::move(command), std::move(options), m_tasks.token(),
                            QDeadlineTimer(std::chrono::minutes(2))));
  if (!output.err.isEmpty()) qWarning("cancel: %s", output.err.left(500).constData());
  if (output.exitCode == 0) co_return {};
  co_return make_error("cancel.not_marked",
                       {{"run", run.name.toStdString()},
                        {"why", QString::fromUtf8(output.err.left(500)).trimmed().toStdString()}});
}

}  // namespace trainyard
