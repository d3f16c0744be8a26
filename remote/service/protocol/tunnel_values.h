// SPDX-License-Identifier: GPL-3.0-or-later
// Tunnels as exchanged between the service and its clients.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/describe/field.h"

namespace trainyard {

struct TunnelRequest {
  QString target;         // if there is no run
  QString run;            // UUID
  QString node;           // empty: the run's first node
  quint16 port = 0;       // 0: of the service that the run announced
  quint16 localPort = 0;  // 0: any
};

// An open tunnel. Exists only in the service's memory.
struct TunnelRecord {
  qint64 id = 0;
  QString target, run, node;
  quint16 port = 0;
  QString localAddress;
  quint16 localPort = 0;
  QString service;  // "jupyter", "tensorboard", or empty
  QString way;      // "here", "login" (the login node connects), "job" (a step of the job connects)
  QString path;     // of the URL; may contain a token

  // For a browser; includes the token if there is one.
  QString url() const {
    return QStringLiteral("http://%1:%2%3").arg(localAddress).arg(localPort).arg(path);
  }
};

void describe(Section<TunnelRequest>& section);
void describe(Section<TunnelRecord>& section);

// "8888", "gpu1:8888"; nothing if the port is not 1 to 65535 or the node's name is invalid.
struct NodePort {
  QString node;
  quint16 port = 0;
};
std::optional<NodePort> nodePortFrom(const QString& text);

}  // namespace trainyard
