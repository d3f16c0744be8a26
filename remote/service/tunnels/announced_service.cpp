// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/tunnels/announced_service.h"

#include <algorithm>
#include <optional>

#include <QRegularExpression>

namespace trainyard {
namespace {

constexpr qsizetype maxLine = 4096, maxServices = 16;

// The host in the URL does not matter: the tunnel ends on the node whose output it is.
std::optional<AnnouncedService> announcedOn(const QString& line) {
  static const QRegularExpression url(
      QStringLiteral("\\bhttp://[A-Za-z0-9.:\\[\\]-]{1,255}?:([0-9]{1,5})(/[A-Za-z0-9/"
                     "?=&._~%+-]{0,512})?(?=[\\s),]|$)"));
  const QRegularExpressionMatch found = url.match(line);
  if (!found.hasMatch()) return std::nullopt;
  const uint port = found.captured(1).toUInt();
  if (port == 0 || port > 65535) return std::nullopt;
  const QString path = found.captured(2).isEmpty() ? QStringLiteral("/") : found.captured(2);
  // Jupyter: "http://127.0.0.1:8888/lab?token=..."; TensorBoard: "TensorBoard 2.20.0 at
  // http://...".
  static const QRegularExpression jupyter(
      QStringLiteral("^/([^?]*/)?(lab|tree|notebooks)?(\\?token=|$)"));
  static const QRegularExpression board(QStringLiteral("\\bTensorBoard [0-9][^ ]* at http"));
  if (board.match(line).hasMatch())
    return AnnouncedService{QStringLiteral("tensorboard"), static_cast<quint16>(port), path};
  const bool isJupyter = path.contains(QStringLiteral("?token=")) ||
                         line.contains(QStringLiteral("ServerApp]")) ||
                         line.contains(QStringLiteral("NotebookApp]"));
  if (!isJupyter || !jupyter.match(path).hasMatch()) return std::nullopt;
  return AnnouncedService{QStringLiteral("jupyter"), static_cast<quint16>(port), path};
}

}  // namespace

QList<AnnouncedService> announcedIn(const QByteArray& output) {
  QList<AnnouncedService> services;
  for (const QByteArray& line : output.split('\n')) {
    if (line.size() > maxLine || !line.contains("http://")) continue;
    const auto service = announcedOn(QString::fromUtf8(line));
    if (!service) continue;
    const auto known =
        std::find_if(services.begin(), services.end(),
                     [&](const AnnouncedService& each) { return each.port == service->port; });
    // Jupyter prints this more than once, and not always with its token.
    if (known == services.end() && services.size() < maxServices)
      services.append(*service);
    else if (known != services.end() && (service->path.contains(QStringLiteral("token=")) ||
                                         !known->path.contains(QStringLiteral("token="))))
      *known = *service;
  }
  return services;
}

}  // namespace trainyard
