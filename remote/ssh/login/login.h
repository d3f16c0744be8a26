// SPDX-License-Identifier: GPL-3.0-or-later
// One login, from the socket to the last proof, as a conversation: what a person must say is asked
// on the way, and the connection stays.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include <QList>
#include <QStringList>

#include "engine/system/descriptor.h"
#include "remote/ssh/login/key_ring.h"
#include "remote/ssh/host_keys/known_hosts.h"
#include "remote/ssh/login/login_prompts.h"
#include "remote/ssh/channels/session_inbox.h"
#include "remote/ssh/config/ssh_settings.h"

namespace trainyard {

struct LoginRequest {
  SshSettings settings;
  QStringList addresses;               // numeric, tried in turn
  std::shared_ptr<Descriptor> socket;  // instead of them: it is connected already
  QList<HostKey> acceptedKeys;  // by a person, not written down; of a host that has no known key
  std::shared_ptr<KeyRing> ring;
  bool mayAsk = true;  // else what only a person can do ends it, and nothing of that is begun
};

struct LoginOutcome {
  enum class Kind { loggedIn, unreachable, refused } kind = Kind::unreachable;
  // unreachable: worth trying again by itself. refused: only a person can help; "host.refused",
  // "host.needs_person", or what the question ended with.
  Error error;
  QList<HostKey> acceptedKeys;     // now, by a person; also of a login that failed later
  bool neededInteraction = false;  // a password or an answer, so it cannot be repeated without one
  std::vector<Diagnostic> warnings;
};

// The name that its host keys are known by, in lower case.
QString hostKeyName(const SshSettings& settings);

struct SshSessionDeleter {
  void operator()(ssh_session session) const { ssh_free(session); }
};
using SshSessionPointer = std::unique_ptr<struct ssh_session_struct, SshSessionDeleter>;

// In the session's thread; `session` is replaced by the one that is logged in, in non-blocking
// mode. Ends soon after the inbox was stopped, and by itself within 60 s (an agent that asks its
// person is waited for as long) and the time that questions take, which only the server limits.
LoginOutcome logIn(const LoginRequest& request, SessionInbox& inbox, LoginPrompts& mailbox,
                   SshSessionPointer& session);

}  // namespace trainyard
