// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/consents/consents.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "gui/targets/service_answer.h"

namespace trainyard {

Consents::Consents(ServiceClient* client, QObject* parent) : QObject(parent), m_client(client) {
  m_expiry.setSingleShot(true);
  connect(&m_expiry, &QTimer::timeout, this, &Consents::refresh);
  connect(client, &ServiceClient::connected, this, &Consents::refresh);
  connect(client, &ServiceClient::consentsChanged, this, &Consents::refresh);
  connect(client, &ServiceClient::disconnected, this, &Consents::forget);
}

Consents::~Consents() {
  m_stop.request_stop();
  m_reading.request_stop();
}

bool Consents::isOpen(const QString& id) const {
  return std::ranges::find(m_open, id, &ConsentRecord::id) != m_open.end();
}

void Consents::refresh() {
  m_reading.request_stop();
  m_reading = std::stop_source();
  // An older service does not know the call; nobody can ask it for consent.
  onAnswer(
      this, m_client->call(methods::consentList, m_reading.get_token(), QString()),
      [this](const ConsentRecords& records) { take(records.requests); }, [](const QString&) {});
}

void Consents::take(const QList<ConsentRecord>& requests) {
  const QList<ConsentRecord> before = std::exchange(m_open, requests);
  m_expiry.stop();
  double next = 0;
  for (const ConsentRecord& each : requests)
    if (next == 0 || each.expires < next) next = each.expires;
  // A little later, so that it has lapsed for the service, too.
  if (next > 0)
    m_expiry.start(static_cast<int>(std::clamp(next - unix_time() + 0.05, 0.05, 3600.0) * 1000));
  emit changed();
  for (const ConsentRecord& each : requests)
    if (std::ranges::find(before, each.id, &ConsentRecord::id) == before.end()) emit asked(each);
}

// With the service its requests are gone.
void Consents::forget() {
  m_expiry.stop();
  if (!std::exchange(m_open, {}).isEmpty()) emit changed();
}

void Consents::read(const QString& id, std::function<void(const ConsentRecord&)> take) {
  onAnswer(this, m_client->call(methods::consentList, m_stop.get_token(), id),
           [this, id, take = std::move(take)](const ConsentRecords& records) {
             if (!records.requests.isEmpty()) return take(records.requests.first());
             emit failed(errorText(make_error("consent.unknown", {{"id", id.toStdString()}})));
           });
}

void Consents::answer(const QString& id, ConsentState answer, const QString& words) {
  onAnswer(
      this, m_client->call(methods::consentAnswer, m_stop.get_token(), id, answer, words),
      [this](const ConsentRecord& record) { emit answered(record); },
      [this, id](const QString& sentence) { emit answerFailed(id, sentence); });
}

}  // namespace trainyard
