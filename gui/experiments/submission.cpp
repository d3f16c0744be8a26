#include "gui/experiments/submission.h"

#include <QPointer>

namespace trainyard {

std::vector<Diagnostic> findingsOf(const Error& error) {
  std::vector<Diagnostic> findings;
  if (error.code != "experiment.invalid") return findings;
  for (const Value& item : get<List>(error.arguments, "diagnostics"))
    if (const Map* map = item.get_if<Map>()) findings.push_back(diagnostic_from(*map));
  return findings;
}

Submission::Submission(ServiceClient* client, QObject* parent) : QObject(parent), m_client(client) {}

Submission::~Submission() { m_stop.request_stop(); }

void Submission::setBusy(bool busy) {
  m_busy = busy;
  emit busyChanged(busy);
}

void Submission::submit(const SubmitRequest& request) {
  if (m_busy) return;
  setBusy(true);
  run(request);
}

QCoro::Task<void> Submission::run(SubmitRequest request) {
  const QPointer<Submission> self(this);  // may be gone when an answer comes
  const auto connected = co_await m_client->connectToService(m_stop.get_token());
  if (!self) co_return;
  if (!connected) {
    setBusy(false);
    emit failed(QString::fromStdString(connected.error().message));
    co_return;
  }
  const auto result = co_await m_client->submit(request, m_stop.get_token());
  if (!self) co_return;
  setBusy(false);
  if (result) {
    emit submitted(result->run, result->folder);
    co_return;
  }
  if (const auto findings = findingsOf(result.error()); !findings.empty()) emit refused(findings);
  if (self) emit failed(QString::fromStdString(result.error().message));
}

}  // namespace trainyard
