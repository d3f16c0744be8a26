#include "gui/experiments/submission.h"

#include <QPointer>
#include <QUuid>
#include <utility>

namespace trainyard {

std::vector<Diagnostic> findingsOf(const Error& error) {
  std::vector<Diagnostic> findings;
  if (error.code != "experiment.invalid") return findings;
  for (const Value& item : get<List>(error.arguments, "diagnostics"))
    if (const Map* map = item.get_if<Map>()) findings.push_back(diagnostic_from(*map));
  return findings;
}

Submission::Submission(ServiceClient* client, QObject* parent) : QObject(parent), m_client(client) {
  connect(m_client, &ServiceClient::runsChanged, this, &Submission::seeChanges);
}

Submission::~Submission() { m_stop.request_stop(); }

void Submission::setBusy(bool busy) {
  m_busy = busy;
  emit busyChanged(busy);
}

void Submission::submit(const SubmitRequest& given) {
  if (m_busy) return;
  setBusy(true);
  SubmitRequest request = given;
  request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  m_travelling = request.target == QLatin1String("here") ? QString() : request.run;
  run(request);
}

void Submission::seeChanges(const QStringList& runs) {
  if (m_travelling.isEmpty() || !runs.contains(m_travelling)) return;
  const QString run = std::exchange(m_travelling, {});
  setBusy(false);
  emit begun(run);
}

QCoro::Task<void> Submission::run(SubmitRequest request) {
  const QPointer<Submission> self(this);  // may be gone when an answer comes
  const auto connected = co_await m_client->connectToService(m_stop.get_token());
  if (!self) co_return;
  if (!connected) {
    m_travelling.clear();
    setBusy(false);
    co_return emit failed(QString::fromStdString(connected.error().message));
  }
  const auto result = co_await m_client->submit(request, m_stop.get_token());
  if (!self) co_return;
  // One that has begun made way for the next, which may be under way now.
  const bool hasBegun = request.target != QLatin1String("here") && m_travelling != request.run;
  if (!hasBegun) {
    m_travelling.clear();
    setBusy(false);
  }
  if (result) {
    if (!hasBegun) emit submitted(result->run, result->folder);
    co_return;
  }
  if (const auto findings = findingsOf(result.error()); !findings.empty()) emit refused(findings);
  if (self) emit failed(QString::fromStdString(result.error().message));
}

}  // namespace trainyard
