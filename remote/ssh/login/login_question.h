// SPDX-License-Identifier: GPL-3.0-or-later
// What a login may have to ask a person, and the answer: one struct from libssh's side to the
// window and the terminal (protocol.h has its JSON). What a server said in it is hostile until it
// went through `bounded`.
#pragma once

#include <functional>
#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/ssh/login/secret.h"

namespace trainyard {

struct LoginPrompt {
  QString text;          // "One-time code:"
  bool isShown = false;  // what is typed may be seen
  bool operator==(const LoginPrompt&) const = default;
};

struct LoginQuestion {
  // prompts: what the server wants to know, in its own words (keyboard-interactive).
  enum class Kind { hostKey, passphrase, password, prompts } kind = Kind::hostKey;
  QString target, host,
      user;  // `host` is who asks: of several on the way, the one whose login it is
  int port = 22;
  QString keyType, fingerprint;  // hostKey: "ssh-ed25519", "SHA256:..."
  // hostKey: known_hosts names an authority for the host, whose certificates are not checked.
  bool hasAuthority = false;
  QString keyFile;      // passphrase
  int wrongTries = 0;   // answers given before that did not fit
  QString title, text;  // password, prompts: what the server says to it
  QList<LoginPrompt> prompts;
  double connectedAt = 0;  // Unix seconds: since then the server's time for a login runs
  bool operator==(const LoginQuestion&) const = default;
};

// LoginGraceTime as most servers have it; what this one allows is not known.
constexpr int usualGraceSeconds = 120;

constexpr int loginPromptsLimit = 32, loginTextLimit = 4096, loginLineLimit = 512,
              loginAnswerLimit = 4096;

// Of a text that a server sent: without control characters and those that turn the direction of
// writing; at most so many characters. Lines stay lines when there may be several.
QString serverText(const QByteArray& said, int limit);  // several lines
QString serverLine(const QByteArray& said, int limit);
// The same for a whole question that came from elsewhere.
LoginQuestion bounded(LoginQuestion question);

// What it wants, as an error of the group "ask".
Error needOf(const LoginQuestion& question);

struct LoginAnswer {
  // hostKey: refused, once (for this computer's session only) or trusted (written down).
  // passphrase, password: refused or secret. prompts: refused or answers.
  enum class Kind { refused, once, trusted, secret, answers } kind = Kind::refused;
  Secret secret{};
  QList<Secret> answers{};  // one for each prompt
};

// Error "ask.nobody": no client is there to ask.
using AskPerson = std::function<QCoro::Task<Result<LoginAnswer>>(LoginQuestion, std::stop_token)>;

}  // namespace trainyard
