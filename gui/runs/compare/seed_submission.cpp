// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/seed_submission.h"

#include <QFile>
#include <QPointer>
#include <QUuid>

#include "engine/contract/messages.h"
#include "gui/targets/error_text.h"

namespace trainyard {
namespace {

constexpr qint64 maxDocumentBytes = 4 << 20;

// The request with the experiment as it was submitted then.
Result<SubmitRequest> requestOf(const SeedRun& run) {
  SubmitRequest request = run.request;
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  if (run.document.isEmpty()) return request;
  QFile file(run.document);
  if (!file.open(QFile::ReadOnly))
    return make_error("file.missing", {{"path", run.document.toStdString()}});
  request.text = file.read(maxDocumentBytes);
  return request;
}

}  // namespace

SeedSubmission::SeedSubmission(ServiceClient* client, QObject* parent)
    : QObject(parent), m_client(client) {}

SeedSubmission::~SeedSubmission() { m_stop.request_stop(); }

void SeedSubmission::submit(const QList<SeedRun>& runs) {
  if (m_isSubmitting || runs.isEmpty()) return;
  m_isSubmitting = true;
  m_stop = std::stop_source();
  submitAll(runs, m_stop.get_token());
}

// What follows a refusal would most likely be refused, too.
QCoro::Task<void> SeedSubmission::submitAll(QList<SeedRun> runs, std::stop_token stop) {
  const QPointer<SeedSubmission> self(this);
  const QString study = QUuid::createUuid().toString(QUuid::WithoutBraces);
  QStringList submitted;
  QString problem;
  for (const SeedRun& run : std::as_const(runs)) {
    emit self->progressed(static_cast<int>(submitted.size()), static_cast<int>(runs.size()));
    auto request = requestOf(run);
    if (!request) {
      problem = errorText(request.error());
      break;
    }
    request->study = study;
    const auto done = co_await self->m_client->call(methods::submit, stop, *request);
    if (!self) co_return;
    if (!done) {
      problem = errorText(done.error());
      break;
    }
    submitted << done->run;
  }
  self->m_isSubmitting = false;
  emit self->ended(submitted, problem);
}

}  // namespace trainyard
