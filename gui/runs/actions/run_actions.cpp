// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/actions/run_actions.h"

#include <QPointer>

#include "gui/runs/records/step_profile.h"
#include "gui/runs/records/result_curves.h"
#include "gui/targets/service_answer.h"

namespace trainyard {
namespace {

QString profileFile(const RunRecord& run, int attempt, const QString& name) {
  return QStringLiteral("%1/attempts/%2/profile/%3")
      .arg(run.folder, QStringLiteral("%1").arg(attempt, 4, 10, QLatin1Char('0')), name);
}

}  // namespace

RunActions::RunActions(ServiceClient* client, QObject* parent) : QObject(parent), m_client(client) {
  connect(client, &ServiceClient::connected, this, &RunActions::connectionChanged);
  connect(client, &ServiceClient::disconnected, this, &RunActions::connectionChanged);
}

RunActions::~RunActions() {
  m_searchStop.request_stop();
  m_stop.request_stop();
}

void RunActions::cancel(const QString& run) {
  onAnswer(this, m_client->call(methods::cancel, m_stop.get_token(), run),
           [this](const CancelAnswer& answer) {
             emit done(answer.waits.isEmpty()
                           ? tr("The run was asked to stop; it saves its state first where it can.")
                           : answer.waits);
           });
}

void RunActions::resume(const QString& run, Resume how, const QStringList& changes) {
  onAnswer(this, m_client->call(methods::resume, m_stop.get_token(), run, changes),
           [this, how, changes] {
             emit done(how == Resume::again ? tr("The run was submitted again.")
                       : changes.isEmpty()
                           ? tr("The run continues from its last checkpoint.")
                           : tr("The run continues from its last checkpoint with %1.")
                                 .arg(changes.join(QStringLiteral(", "))));
           });
}

void RunActions::remove(const QString& run, RemoveWhat what) {
  onAnswer(this, m_client->call(methods::remove, m_stop.get_token(), run, what), [this, what] {
    emit done(what == RemoveWhat::all ? tr("The run was removed.")
                                      : tr("The run's checkpoints were removed."));
  });
}

void RunActions::annotate(const QStringList& runs, const RunAnnotation& annotation) {
  if (runs.isEmpty()) return;
  onAnswer(this, m_client->call(methods::annotate, m_stop.get_token(), runs, annotation), [] {});
}

void RunActions::showCurves(const QStringList& all, const QStringList& shown) {
  RunAnnotation annotation;
  annotation.isShown = true;
  annotate(shown, annotation);
  QStringList hidden = all;
  hidden.removeIf([&](const QString& run) { return shown.contains(run); });
  annotation.isShown = false;
  annotate(hidden, annotation);
}

void RunActions::fetch(const QString& run, FetchWhat what, const QString& destination) {
  if (isFetching(run)) return;
  m_fetching.insert(run);
  runFetch(run, what, destination);
}

QCoro::Task<void> RunActions::runFetch(QString run, FetchWhat what, QString destination) {
  const QPointer<RunActions> self(this);
  const auto result =
      co_await m_client->call(methods::fetch, m_stop.get_token(), run, what, destination);
  if (!self) co_return;
  self->m_fetching.remove(run);
  emit self->fetchEnded(run);
  if (!self) co_return;
  if (!result) co_return emit self->failed(errorText(result.error()));
  emit self->fetched(run, result->path);
  if (!self) co_return;
  emit self->done(result->leftOut.isEmpty()
                      ? tr("Fetched into %1").arg(result->path)
                      : tr("Fetched into %1; links that point outside the folder were skipped: "
                           "%2")
                            .arg(result->path)
                            .arg(result->leftOut.size()));
}

void RunActions::listLogs(const QString& run, int attempt) {
  onAnswer(
      this, m_client->call(methods::logsList, m_stop.get_token(), run, attempt),
      [this, run, attempt](const LogFiles& answer) { emit logsListed(run, attempt, answer.files); },
      [this, run](const QString& sentence) { emit logFailed(run, sentence); });
}

void RunActions::readLog(const QString& run, int attempt, const QString& file, qint64 offset) {
  onAnswer(
      this, m_client->call(methods::logsRead, m_stop.get_token(), run, attempt, file, offset),
      [this, run, attempt, file](const LogChunk& chunk) {
        emit logRead(run, attempt, file, chunk);
      },
      [this, run](const QString& sentence) { emit logFailed(run, sentence); });
}

void RunActions::reread(const RereadArguments& asked) {
  onAnswer(
      this, m_client->call(methods::reread, m_stop.get_token(), asked),
      [this, asked](const RereadAnswer& answer) { emit rereadDone(asked, answer); },
      [this, asked](const QString& sentence) { emit rereadFailed(asked, sentence); });
}

// One search at a time: it may read many gigabytes there.
void RunActions::searchLog(const SearchLogArguments& asked) {
  m_searchStop.request_stop();
  m_searchStop = std::stop_source();
  runSearchLog(asked, m_searchStop.get_token());
}

QCoro::Task<void> RunActions::runSearchLog(SearchLogArguments asked, std::stop_token stop) {
  const QPointer<RunActions> self(this);
  const auto result = co_await m_client->call(methods::logsSearch, stop, asked);
  if (!self || stop.stop_requested()) co_return;
  if (!result)
    emit self->logSearchFailed(asked, errorText(result.error()));
  else
    emit self->logSearched(asked, *result);
}

void RunActions::listResults(const QString& run) {
  onAnswer(
      this, m_client->call(methods::resultsList, m_stop.get_token(), run),
      [this, run](const ResultSplits& answer) {
        QStringList splits;
        for (const ResultSplit& each : answer.splits) splits << each.split;
        emit resultsListed(run, splits);
      },
      [this, run](const QString& sentence) { emit resultsFailed(run, sentence); });
}

void RunActions::readResult(const QString& run, const QString& split) { runReadResult(run, split); }

QCoro::Task<void> RunActions::runReadResult(QString run, QString split) {
  const QPointer<RunActions> self(this);
  QByteArray content;
  while (true) {
    const auto result = co_await m_client->call(methods::resultsRead, m_stop.get_token(), run,
                                                split, content.size());
    if (!self) co_return;
    if (!result) co_return emit self->resultsFailed(run, errorText(result.error()));
    content += result->data.content;
    // Exceeding the limit by one byte is enough for the parser to reject it.
    if (result->data.content.isEmpty() || content.size() > maxResultBytes) break;
  }
  emit self->resultRead(run, split, content);
}

void RunActions::readProfile(const RunRecord& run) { runReadProfile(run); }

QCoro::Task<void> RunActions::runReadProfile(RunRecord run) {
  const QPointer<RunActions> self(this);
  // Each attempt writes its own, and one that was stopped early none.
  for (int attempt = run.attempt; attempt > 0; --attempt) {
    const auto piece =
        co_await m_client->call(methods::filesRead, m_stop.get_token(), run.target,
                                profileFile(run, attempt, QStringLiteral("summary.json")), 0);
    if (!self) co_return;
    if (piece && piece->bytes <= maxProfileBytes)
      co_return emit self->profileRead(run.run, attempt, piece->data.content);
    if (piece) co_return emit self->profileRead(run.run, attempt, {});
    if (piece.error().code != "files.missing")
      co_return emit self->profileFailed(run.run, errorText(piece.error()));
  }
  emit self->profileMissing(run.run);
}

void RunActions::saveTrace(const RunRecord& run, int attempt, const QString& path) {
  onAnswer(
      this,
      m_client->call(methods::filesFetch, m_stop.get_token(), run.target,
                     profileFile(run, attempt, QStringLiteral("trace.json")), path),
      [this, id = run.run](const FetchedRun& fetched) {
        emit traceSaved(id, fetched.path, QString());
      },
      [this, id = run.run, path](const QString& sentence) { emit traceSaved(id, path, sentence); });
}

}  // namespace trainyard
