// SPDX-License-Identifier: GPL-3.0-or-later
// The keeper's fixture behind a socket: the service's server in this process, and clients of it.
#pragma once

#include "remote/service/client/client.h"
#include "remote/service/calls/service_server.h"
#include "tests/remote/service/runs_fixture.h"

namespace trainyard {

class ServedFixture : public RunsFixture {
  Q_OBJECT

 protected:
  struct Socket {
    // Newer than any client, so that none takes over.
    Socket(Service& service, const QString& path)
        : door(path),
          server(
              {service.registry, service.runs, service.studies, service.targets, questions, door},
              {QStringLiteral("1000"), 0}, std::nullopt, std::chrono::hours(1)) {
      if (auto listening = server.listen(path); !listening)
        qFatal("%s", listening.error().message.c_str());
    }
    ~Socket() { QCoro::waitFor(server.finish()); }
    ClientQuestions questions;
    ServiceListener door;
    ServiceServer server;
  };
  std::unique_ptr<Socket> m_socket;

  QString socketPath() const { return path(QStringLiteral("s")); }

  std::unique_ptr<ServiceClient> client(Answerer answerer = {}) {
    auto made = std::make_unique<ServiceClient>(
        ServiceClient::Places{path(QStringLiteral("no-program")), socketPath()});
    if (answerer) made->setAnswerer(std::move(answerer));
    if (auto connected = resultOf(made->connectToService()); !connected)
      qFatal("%s", connected.error().message.c_str());
    return made;
  }

 protected slots:
  void init() {
    RunsFixture::init();
    m_socket = std::make_unique<Socket>(*m_service, socketPath());
  }
  void cleanup() {
    m_socket.reset();
    RunsFixture::cleanup();
  }
};

}  // namespace trainyard
