// SPDX-License-Identifier: GPL-3.0-or-later
// What a login may ask the user, and the answer: one struct from libssh's side to the window and
// the terminal (protocol.h has its JSON). Text from a server is untrusted until it has passed
// through `bounded`.
#pragma once

#include <functional>
#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/values/secret.h"

namespace trainyard {

struct LoginPrompt {
  QString text;          // "One-time code:"
  bool isShown = false;  // what is typed may be visible
  bool operator==(const LoginPrompt&) const = default;
};

struct LoginQuestion {
  // prompts: the server's questions in its own words (keyboard-interactive).
  enum class Kind { hostKey, passphrase, password, prompts } kind = Kind::hostKey;
  QString target, host,
      user;  // `host` is the host that asks, which may be one on the way
  int port = 22;
  QString keyType, fingerprint;  // hostKey: "ssh-ed25519", "SHA256:..."
  // hostKey: known_hosts has a certificate authority for the host, whose certificates are not
  // checked.
  bool hasAuthority = false;
  QString keyFile;      // passphrase
  int wrongTries = 0;   // previous answers that were wrong
  QString title, text;  // password, prompts: text from the server
  QList<LoginPrompt> prompts;
  double connectedAt = 0;  // Unix seconds: start of the server's time limit for a login
  bool operator==(const LoginQuestion&) const = default;
};

// The default LoginGraceTime of servers; that of a specific one is unknown.
constexpr int usualGraceSeconds = 120;

constexpr int loginPromptsLimit = 32, loginTextLimit = 4096, loginLineLimit = 512,
              loginAnswerLimit = 4096;

// Sanitizes text from a server: removes control characters and those that change the text
// direction; at most this many characters. Line breaks are kept where several lines are allowed.
QString serverText(const QByteArray& said, int limit);  // several lines
QString serverLine(const QByteArray& said, int limit);
// The same for a whole question from another program.
LoginQuestion bounded(LoginQuestion question);

// What it needs, as an error of the group "ask".
Error needOf(const LoginQuestion& question);

struct LoginAnswer {
  // hostKey: refused, once (only for this computer's session) or trusted (saved). passphrase,
  // password: refused or secret. prompts: refused or answers.
  enum class Kind { refused, once, trusted, secret, answers } kind = Kind::refused;
  Secret secret{};
  QList<Secret> answers{};  // one per prompt
};

// Error "ask.nobody": there is no client that can ask.
using AskPerson = std::function<QCoro::Task<Result<LoginAnswer>>(LoginQuestion, std::stop_token)>;

}  // namespace trainyard
