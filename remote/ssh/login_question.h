// What a login may have to ask a person. An answer is for this one login: nothing asks again
// without a new click.
#pragma once

#include <functional>
#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

struct LoginQuestion {
  enum class Kind { hostKey, passphrase } kind = Kind::hostKey;
  QString target, host;
  int port = 22;
  QString keyType, fingerprint;  // hostKey: "ssh-ed25519", "SHA256:..."
  // hostKey: known_hosts names an authority for the host, whose certificates are not checked.
  bool hasAuthority = false;
  QString keyFile;     // passphrase
  int wrongTries = 0;  // passphrase: those given before that did not fit
};

struct LoginAnswer {
  // hostKey: refused, once (for this computer's session only) or trusted (written down).
  // passphrase: refused or secret.
  enum class Kind { refused, once, trusted, secret } kind = Kind::refused;
  QByteArray secret;
};

// Error "ask.nobody": no client is there to ask.
using AskPerson = std::function<QCoro::Task<Result<LoginAnswer>>(LoginQuestion, std::stop_token)>;

}  // namespace trainyard
