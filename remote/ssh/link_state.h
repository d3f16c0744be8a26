// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the connection to a host.
#pragma once

#include <memory>
#include <string>

#include <QString>

#include "remote/process/readers.h"

namespace trainyard {

class KeyRing;

struct SshHostSettings {
  QString target;     // the user's name for it
  QString host;       // alias in the ssh configuration, or a host name; may have user@ in front
  QString sshConfig;  // empty: ~/.ssh/config and /etc/ssh/ssh_config
  std::shared_ptr<KeyRing> keys;     // shared with other hosts; null: separate
  Readers readers = Readers::owner;  // of what is created there
};

// waiting: will retry at `nextTry`. refused: the user must act; no retries until connect() is
// called.
enum class Link { none, connecting, connected, waiting, refused };

struct LinkState {
  Link link = Link::none;
  QString reason;    // a sentence: why it is waiting or was refused
  std::string code;  // of the reason: "host.unreachable", "host.refused", ...
  double since = 0;  // Unix seconds
  double nextTry = 0;
  Map arguments{};  // of the reason
  // connected: the user answered questions for this session, so it cannot be renewed automatically.
  bool neededInteraction = false;
};

}  // namespace trainyard
