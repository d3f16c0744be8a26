#include "remote/service/submission/cancel_keeper.h"

#include "remote/service/book/job_place.h"
#include "remote/service/book/run_error.h"

namespace trainyard {

CancelKeeper::CancelKeeper(RunBook& book, TargetKeeper& targets, SubmissionKeeper& submissions)
    : m_book(book), m_targets(targets), m_submissions(submissions) {
  connect(&submissions, &SubmissionKeeper::started, this,
          [this](const RunRecord& run, const JobRecord& job, const QList<RunRecord>&,
                 bool isCancelled) { meetJob(run, job, isCancelled); });
  // One that never came to a job took its cancel with it.
  connect(&submissions, &SubmissionKeeper::ended, this, [this](const QString& run) {
    if (!m_open.contains(run)) m_book.took(m_book.writer.closeCancel(run));
  });
}

Result<void> CancelKeeper::begin() {
  auto cancels = m_book.writer.openCancels();
  if (!cancels) return cancels.error();
  for (const RunWriter::OpenCancel& cancel : *cancels) {
    if (m_submissions.isOpen(cancel.run)) {
      m_submissions.cancel(cancel.run);
      continue;
    }
    m_open[cancel.run] = cancel.submission;
    m_tasks.start(deliver(cancel.run, false));
  }
  return {};
}

QCoro::Task<void> CancelKeeper::finish() { co_await m_tasks.finish(); }

void CancelKeeper::forget(const QString& run) {
  m_open.erase(run);
  m_book.took(m_book.writer.closeCancel(run));
  emit m_book.changed(run);
}

void CancelKeeper::meetJob(const RunRecord& run, const JobRecord& job, bool isCancelled) {
  if (!isCancelled) return;
  m_book.took(m_book.writer.openCancel(run.run, job.submission));
  m_open[run.run] = job.submission;
  m_tasks.start(deliver(run.run, false));
}

QCoro::Task<Result<QString>> CancelKeeper::cancel(QString run) {
  auto record = m_book.store.run(run);
  if (!record) co_return record.error();
  if (m_submissions.isOpen(run)) {
    m_book.took(m_book.writer.openCancel(run, 0));
    m_submissions.cancel(run);
    co_return QString();
  }
  if (!trainyard::isOpen(record->state))
    co_return runError("run.ended", *record, QStringLiteral("is over already"));
  const int submission = placeOf(m_book.store, *record).submission;
  const bool isKept = m_book.took(m_book.writer.openCancel(run, submission));
  auto done = co_await tryOnce(*record);
  if (done || !mayGoOnLater(done.error())) {
    forget(run);
    if (!done) co_return done.error();
    co_return QString();
  }
  const QString why = QString::fromStdString(done.error().message);
  if (!isKept) {
    Error told = runError(
        "cancel.undelivered", *record,
        QStringLiteral(
            "goes on: the cancel could neither be delivered to %1 (%2) nor kept; cancel it again")
            .arg(record->target, why));
    told.exit_code = done.error().exit_code;
    co_return told;
  }
  m_book.took(m_book.writer.noteUndelivered(run));
  emit m_book.changed(run);
  const bool isNew = m_open.insert_or_assign(run, submission).second;
  if (isNew) m_tasks.start(deliver(run, true));
  co_return QStringLiteral("%1 %2 will be cancelled as soon as %3 answers (%4)")
      .arg(record->name, run.left(8), record->target, why);
}

QCoro::Task<void> CancelKeeper::deliver(QString run, bool waitsFirst) {
  const std::stop_token stop = m_tasks.token();
  auto record = m_book.store.run(run);
  if (!record) co_return;
  auto held = m_targets.hold(record->target);
  if (!held) co_return forget(run);
  for (bool waits = waitsFirst;; waits = true) {
    if (waits) co_await untilWorthTrying(*held->site, stop);
    if (stop.stop_requested()) co_return;
    record = m_book.store.run(run);
    // Asked for once more and delivered meanwhile; or over by itself, or even started again.
    if (!m_open.contains(run)) co_return;
    if (!record || !trainyard::isOpen(record->state) ||
        placeOf(m_book.store, *record).submission != m_open.at(run))
      break;
    auto done = co_await tryOnce(*record);
    if (stop.stop_requested() || !m_open.contains(run)) co_return;
    if (done) break;
    qWarning("cancel of %s: %s", qPrintable(run), done.error().message.c_str());
    if (!mayGoOnLater(done.error())) break;
    m_book.took(m_book.writer.noteUndelivered(run));
    emit m_book.changed(run);
  }
  forget(run);
}

QCoro::Task<Result<void>> CancelKeeper::tryOnce(RunRecord run) {
  auto held = m_targets.hold(run.target);
  if (!held) co_return held.error();
  const Target& target = held->target;
  // First the mark, then the signal: whoever sees the signal finds out that it was meant as a
  // cancel. A full disk that takes no mark must not keep a run going.
  if (auto written = co_await target.host->writeFile(run.folder + QStringLiteral("/cancel"), {},
                                                     m_tasks.token());
      !written) {
    if (mayGoOnLater(written.error())) co_return written.error();
    qWarning("cancel: %s", written.error().message.c_str());
  }
  // Each task looks for the mark in its own folder.
  if (auto tasks = m_book.store.tasksOf(run.run))
    for (const RunRecord& task : *tasks)
      if (trainyard::isOpen(task.state))
        (void)co_await target.host->writeFile(task.folder + QStringLiteral("/cancel"), {},
                                              m_tasks.token());
  co_return co_await target.scheduler->cancel(placeOf(m_book.store, run), m_tasks.token());
}

}  // namespace trainyard
