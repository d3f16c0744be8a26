// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the connection to a host.
#pragma once

#include <memory>
#include <string>

#include <QString>

#include "remote/process/readers.h"

namespace trainyard {

class KeyRing;

struct SshHostSettings {
  QString target;     // the name that the person gave it
  QString host;       // alias of the ssh configuration, or a host name; user@ in front is taken
  QString sshConfig;  // empty: ~/.ssh/config and /etc/ssh/ssh_config
  std::shared_ptr<KeyRing> keys;     // shared with other hosts; null: its own
  Readers readers = Readers::owner;  // of what is made there
};

// waiting: will try again at `nextTry`. refused: a person must act; nothing tries again before
// connect() is called.
enum class Link { none, connecting, connected, waiting, refused };

struct LinkState {
  Link link = Link::none;
  QString reason;    // a sentence: why it waits or was refused
  std::string code;  // of that: "host.unreachable", "host.refused", ...
  double since = 0;  // Unix seconds
  double nextTry = 0;
  Map arguments{};  // of the reason
  // connected: a person answered for this session, so it is not made again without one.
  bool neededInteraction = false;
};

}  // namespace trainyard
