// SPDX-License-Identifier: GPL-3.0-or-later
// A login, from the socket to the last authentication step, as a conversation: the user is asked
// when necessary, while the connection stays open.
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
  QStringList addresses;               // numeric, tried in order
  std::shared_ptr<Descriptor> socket;  // replaces the addresses: already connected
  QList<HostKey> acceptedKeys;  // accepted by the user, not saved; for a host without a known key
  std::shared_ptr<KeyRing> ring;
  bool mayAsk = true;  // false: the login ends if the user is needed
};

struct LoginOutcome {
  enum class Kind { loggedIn, unreachable, refused } kind = Kind::unreachable;
  // unreachable: worth an automatic retry. refused: only the user can help; "host.refused",
  // "host.needs_person", or the error of a question.
  Error error;
  QList<HostKey> acceptedKeys;     // accepted by the user in this login, even if it failed later
  bool neededInteraction = false;  // by a password or an answer, so it cannot be repeated
  std::vector<Diagnostic> warnings;
};

// The name of its host keys, in lower case.
QString hostKeyName(const SshSettings& settings);

struct SshSessionDeleter {
  void operator()(ssh_session session) const { ssh_free(session); }
};
using SshSessionPointer = std::unique_ptr<struct ssh_session_struct, SshSessionDeleter>;

// Runs in the session's thread; `session` is replaced by the authenticated one, in non-blocking
// mode. Ends soon after the inbox was stopped, and otherwise within 60 s (the same for an agent
// that asks its user) plus the time for questions, which only the server limits.
LoginOutcome logIn(const LoginRequest& request, SessionInbox& inbox, LoginPrompts& mailbox,
                   SshSessionPointer& session);

}  // namespace trainyard
