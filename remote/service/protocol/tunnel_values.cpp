// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/tunnel_values.h"

#include <QRegularExpression>

#include "remote/values/records.h"

namespace trainyard {
void describe(Section<TunnelRequest>& section) {
  section.field("target", &TunnelRequest::target).omitted_when_default();
  section.field("run", &TunnelRequest::run).omitted_when_default();
  section.field("node", &TunnelRequest::node).omitted_when_default();
  section.field("port", &TunnelRequest::port).minimum(0);
  section.field("local_port", &TunnelRequest::localPort).minimum(0);
}

void describe(Section<TunnelRecord>& section) {
  section.field("id", &TunnelRecord::id);
  section.field("target", &TunnelRecord::target);
  section.field("run", &TunnelRecord::run);
  section.field("node", &TunnelRecord::node);
  section.field("port", &TunnelRecord::port);
  section.field("local_address", &TunnelRecord::localAddress);
  section.field("local_port", &TunnelRecord::localPort);
  section.field("service", &TunnelRecord::service);
  section.field("way", &TunnelRecord::way);
  section.field("path", &TunnelRecord::path);
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
