// SPDX-License-Identifier: GPL-3.0-or-later
// A new password where the old one has expired and the server wants another before it runs
// anything: after the method "password" it asks for one, itself or with passwd, but only in a
// terminal. Its prompts are passed to the user as those of a login.
#pragma once

#include <memory>
#include <stop_token>

#include <QCoroTask>

#include "remote/ssh/channels/session_inbox.h"
#include "remote/ssh/login/login_question.h"

namespace trainyard {

// `about` names the host in the questions. Errors: "login.not_answered", "login.not_changed" with
// the last words of the program there, "cancelled", those of the session.
QCoro::Task<Result<void>> changePassword(std::shared_ptr<SessionInbox> inbox, LoginQuestion about,
                                         AskPerson ask, std::stop_token stop);

}  // namespace trainyard
