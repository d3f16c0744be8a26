// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/connections/service_listener.h"

#include <array>

#include <QRandomGenerator>

#include "engine/contract/messages.h"

namespace trainyard {

StreamListener::Ticket ServiceListener::expect(Arrived arrived) {
  std::array<quint32, 8> random{};
  QRandomGenerator::system()->fillRange(random.data(), static_cast<qsizetype>(random.size()));
  const QString token = QString::fromLatin1(
      QByteArray(reinterpret_cast<const char*>(random.data()), sizeof random).toHex());
  m_expected[token] = std::move(arrived);
  return {m_socket, token};
}

Result<void> ServiceListener::enter(ClientConnection& client, const QJsonValue& id,
                                    const QJsonObject& parameters) {
  const auto expected = m_expected.find(parameters[QStringLiteral("token")].toString());
  if (expected == m_expected.end()) return make_error("stream.unknown", {});
  const Arrived arrived = expected->second;  // it may remove itself
  client.send(rpc::answer(id, {}));
  arrived(client.release(), parameters[QStringLiteral("command")].toString().toUtf8());
  return {};
}

}  // namespace trainyard
