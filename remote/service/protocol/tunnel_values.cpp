// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/tunnel_values.h"

#include <QRegularExpression>

namespace trainyard {
namespace {

quint16 portFrom(const QJsonValue& value) {
  const qint64 port = value.toInteger();
  return port > 0 && port <= 65535 ? static_cast<quint16>(port) : quint16{0};
}

}  // namespace

QJsonObject toJson(const TunnelRequest& request) {
  QJsonObject json{{"port", request.port}, {"local_port", request.localPort}};
  if (!request.target.isEmpty()) json.insert("target", request.target);
  if (!request.run.isEmpty()) json.insert("run", request.run);
  if (!request.node.isEmpty()) json.insert("node", request.node);
  return json;
}

TunnelRequest tunnelRequestFrom(const QJsonObject& json) {
  return {json["target"].toString(), json["run"].toString(), json["node"].toString(),
          portFrom(json["port"]), portFrom(json["local_port"])};
}

QJsonObject toJson(const TunnelRecord& tunnel) {
  return {{"id", tunnel.id},
          {"target", tunnel.target},
          {"run", tunnel.run},
          {"node", tunnel.node},
          {"port", tunnel.port},
          {"local_address", tunnel.localAddress},
          {"local_port", tunnel.localPort},
          {"service", tunnel.service},
          {"way", tunnel.way},
          {"path", tunnel.path}};
}

TunnelRecord tunnelRecordFrom(const QJsonObject& json) {
  return {json["id"].toInteger(),       json["target"].toString(),
          json["run"].toString(),       json["node"].toString(),
          portFrom(json["port"]),       json["local_address"].toString(),
          portFrom(json["local_port"]), json["service"].toString(),
          json["way"].toString(),       json["path"].toString()};
}

std::optional<NodePort> nodePortFrom(const QString& text) {
  static const QRegularExpression form(
      QStringLiteral("^(?:([A-Za-z0-9][A-Za-z0-9._-]{0,254}):)?([0-9]{1,5})$"));
  const QRegularExpressionMatch found = form.match(text);
  const uint port = found.captured(2).toUInt();
  if (!found.hasMatch() || port == 0 || port > 65535) return std::nullopt;
  return NodePort{found.captured(1), static_cast<quint16>(port)};
}

}  // namespace trainyard
