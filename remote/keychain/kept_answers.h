// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of logins that the user wants kept: the passphrase of a key and the password of an
// account are the same tomorrow, a code is not. They lie in the system's keychain and nowhere else.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include <QCoroTask>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

// Whether the user can choose to have an answer kept, and what is chosen already.
enum class Keeping { impossible, offered, chosen };

struct AnswerToKeep {
  LoginAnswer answer;
  bool isToKeep = false;
};

struct LoginPrompter {
  std::function<QCoro::Task<std::optional<AnswerToKeep>>(LoginQuestion, Keeping, std::stop_token)>
      ask;
  // An answer was used, but could not be kept.
  std::function<void(const Error&)> tell;
};

// The place among a question's prompts (0 for a password or a passphrase) whose answer may be kept.
std::optional<qsizetype> lastingPrompt(const LoginQuestion& question);

// Answers from the keychain what it has, and asks the person for the rest. A kept answer is sent
// once in a login: if the host rejects it, the person is asked, and what is kept is replaced or
// removed.
Answerer withKeychain(LoginPrompter prompter);

}  // namespace trainyard
