// SPDX-License-Identifier: GPL-3.0-or-later
// Tunnels as the service and its clients exchange them.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/describe/field.h"

namespace trainyard {

struct TunnelRequest {
  QString target;         // without a run
  QString run;            // UUID
  QString node;           // empty: the run's first node
  quint16 port = 0;       // 0: of what the run has announced
  quint16 localPort = 0;  // 0: any
};

// An open one. It lives in the service's memory alone.
struct TunnelRecord {
  qint64 id = 0;
  QString target, run, node;
  quint16 port = 0;
  QString localAddress;
  quint16 localPort = 0;
  QString service;  // "jupyter", "tensorboard", or empty
  QString way;      // "here", "login" (the login node connects), "job" (a step of the job does)
  QString path;     // of the URL; may hold a token

  // For a browser; with the token where there is one.
  QString url() const {
    return QStringLiteral("http://%1:%2%3").arg(localAddress).arg(localPort).arg(path);
  }
};

void describe(Section<TunnelRequest>& section);
void describe(Section<TunnelRecord>& section);

// "8888", "gpu1:8888"; nothing: no port of 1 to 65535, or no node's name in front.
struct NodePort {
  QString node;
  quint16 port = 0;
};
std::optional<NodePort> nodePortFrom(const QString& text);

}  // namespace trainyard
