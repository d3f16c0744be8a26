// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run_actions.h"

#include <QPointer>

#include "gui/runs/result_curves.h"
#include "gui/targets/error_text.h"

namespace trainyard {
RunActions::RunActions(ServiceClient* client, QObject* parent) : QObject(parent), m_client(client) {
  connect(client, &ServiceClient::connected, this, &RunActions::connectionChanged);
  connect(client, &ServiceClient::disconnected, this, &RunActions::connectionChanged);
}

RunActions::~RunActions() {
  m_searchStop.request_stop();
  m_stop.request_stop();
}

// All of these check `self` after the answer: the object may have been destroyed meanwhile.

QCoro::Task<void> RunActions::runConnect() {
  const QPointer<RunActions> self(this);
  const auto result = co_await m_client->connectToService(m_stop.get_token());
  if (self && !result && result.error().kind != ErrorKind::cancelled)
    emit self->failed(errorText(result.error()));
}

QCoro::Task<void> RunActions::runCancel(QString run) {
  const QPointer<RunActions> self(this);
  const auto result = co_await m_client->call(methods::cancel, m_stop.get_token(), run);
  if (!self) co_return;
  if (!result)
    emit self->failed(errorText(result.error()));
  else
    emit self->done(result->waits.isEmpty()
                        ? tr("The run was asked to stop; it saves its state first where it can.")
                        : result->waits);
}

QCoro::Task<void> RunActions::runResume(QString run, Resume how, QStringList changes) {
  const QPointer<RunActions> self(this);
  const auto result = co_await m_client->call(methods::resume, m_stop.get_token(), run, changes);
  if (!self) co_return;
  if (!result)
    emit self->failed(errorText(result.error()));
  else
    emit self->done(how == Resume::again ? tr("The run was submitted again.")
                    : changes.isEmpty()  ? tr("The run continues from its last checkpoint.")
                                         : tr("The run continues from its last checkpoint with %1.")
                                              .arg(changes.join(QStringLiteral(", "))));
}

QCoro::Task<void> RunActions::runRemove(QString run, RemoveWhat what) {
  const QPointer<RunActions> self(this);
  const auto result = co_await m_client->call(methods::remove, m_stop.get_token(), run, what);
  if (!self) co_return;
  if (!result)
    emit self->failed(errorText(result.error()));
  else
    emit self->done(what == RemoveWhat::all ? tr("The run was removed.")
                                            : tr("The run's checkpoints were removed."));
}

QCoro::Task<void> RunActions::runAnnotate(AnnotateArguments arguments) {
  const QPointer<RunActions> self(this);
  const auto result = co_await m_client->call(methods::annotate, m_stop.get_token(), arguments);
  if (self && !result) emit self->failed(errorText(result.error()));
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

QCoro::Task<void> RunActions::runListLogs(QString run, int attempt) {
  const QPointer<RunActions> self(this);
  const auto result = co_await m_client->call(methods::logsList, m_stop.get_token(), run, attempt);
  if (!self) co_return;
  if (!result)
    emit self->logFailed(run, errorText(result.error()));
  else
    emit self->logsListed(run, attempt, result->files);
}

QCoro::Task<void> RunActions::runReadLog(QString run, int attempt, QString file, qint64 offset) {
  const QPointer<RunActions> self(this);
  const auto result =
      co_await m_client->call(methods::logsRead, m_stop.get_token(), run, attempt, file, offset);
  if (!self) co_return;
  if (!result)
    emit self->logFailed(run, errorText(result.error()));
  else
    emit self->logRead(run, attempt, file, *result);
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

QCoro::Task<void> RunActions::runListResults(QString run) {
  const QPointer<RunActions> self(this);
  const auto result = co_await m_client->call(methods::resultsList, m_stop.get_token(), run);
  if (!self) co_return;
  if (!result) co_return emit self->resultsFailed(run, errorText(result.error()));
  QStringList splits;
  for (const ResultSplit& each : result->splits) splits << each.split;
  emit self->resultsListed(run, splits);
}

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

void RunActions::connectToService() { runConnect(); }
void RunActions::cancel(const QString& run) { runCancel(run); }
void RunActions::resume(const QString& run, Resume how, const QStringList& changes) {
  runResume(run, how, changes);
}
void RunActions::remove(const QString& run, RemoveWhat what) { runRemove(run, what); }
void RunActions::annotate(const QStringList& runs, const RunAnnotation& annotation) {
  AnnotateArguments arguments;
  arguments.runs = runs;
  arguments.annotation = annotation;
  if (!runs.isEmpty()) runAnnotate(std::move(arguments));
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
void RunActions::listLogs(const QString& run, int attempt) { runListLogs(run, attempt); }
void RunActions::listResults(const QString& run) { runListResults(run); }
void RunActions::readResult(const QString& run, const QString& split) { runReadResult(run, split); }
void RunActions::readLog(const QString& run, int attempt, const QString& file, qint64 offset) {
  runReadLog(run, attempt, file, offset);
}

// One search at a time: it may read many gigabytes there.
void RunActions::searchLog(const SearchLogArguments& asked) {
  m_searchStop.request_stop();
  m_searchStop = std::stop_source();
  runSearchLog(asked, m_searchStop.get_token());
}

}  // namespace trainyard
