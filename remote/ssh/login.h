// One login, from the socket to the accepted key, with nobody asked: what a person must say first
// is an outcome, and the login is made anew with the answer.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include <QList>
#include <QStringList>

#include "remote/ssh/key_ring.h"
#include "remote/ssh/known_hosts.h"
#include "remote/ssh/session_inbox.h"
#include "remote/ssh/ssh_settings.h"

namespace trainyard {

struct LoginRequest {
  SshSettings settings;
  QStringList addresses;        // numeric, tried in turn
  QList<HostKey> acceptedKeys;  // by a person, not written down; of a host that has no known key
  std::shared_ptr<KeyRing> ring;
};

struct LoginOutcome {
  enum class Kind { loggedIn, unreachable, refused, hostKey, passphrase } kind = Kind::unreachable;
  Error error;           // unreachable, refused
  bool isFinal = false;  // refused: trying again can not help (a host key that must not be trusted)
  HostKey
      hostKey;  // hostKey: unknown, to be asked about or, where the configuration says so, added
  bool hasAuthority = false;  // hostKey: known_hosts names a certificate authority for the host
  QString keyFile;            // passphrase: what it unlocks
  std::vector<Diagnostic> warnings;
};

struct SshSessionDeleter {
  void operator()(ssh_session session) const { ssh_free(session); }
};
using SshSessionPointer = std::unique_ptr<struct ssh_session_struct, SshSessionDeleter>;

// In the session's thread; `session` is replaced by the one that is logged in, in non-blocking
// mode. Ends soon after the inbox was stopped, and by itself within 60 s (an agent that asks its
// person is waited for as long).
LoginOutcome logIn(const LoginRequest& request, SessionInbox& inbox, SshSessionPointer& session);

}  // namespace trainyard
