// SPDX-License-Identifier: GPL-3.0-or-later
// A host over a real sshd of the test's own, with a door through which `yard rsh` comes.
#pragma once

#include "remote/host/ssh_host.h"
#include "tests/remote/result_of.h"
#include "tests/remote/ssh/ssh_test.h"
#include "tests/remote/transfer/test_listener.h"

namespace trainyard {

struct HostOverSsh {
  SshServer server;
  QTemporaryDir folder;
  TestListener door{folder.path()};
  Person person;
  std::unique_ptr<SshHost> host;

  explicit HostOverSsh(const QByteArray& more = {}) : server(more) {}
  ~HostOverSsh() {
    if (host) QCoro::waitFor(host->finish());
  }
};

}  // namespace trainyard
