// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a call may spend: from the session's budget once a person has allowed that, or because a
// person is asked now.
#pragma once

#include <QCoroTask>

#include "remote/mcp/session.h"
#include "remote/mcp/tool_table.h"

namespace trainyard {

struct Permission {
  ConsentKind kind = ConsentKind::submit;
  QString digest;
  Spending spending;
  QString purpose;
  QString document{};
};

// `pending`: nobody has answered yet. Otherwise it is granted, and its cost is taken from the
// session's budget.
struct Permit {
  std::optional<ConsentRecord> pending;
  Cost cost;
};

// Waits for a minute at most. Errors: "consent.denied", "consent.denied_because",
// "consent.expired", those of the call "consent.request".
QCoro::Task<Result<Permit>> permitFor(AgentSession& session, Permission permission, ToolCall call);

// What an agent is told while a person has not answered.
ToolAnswer pendingAnswer(const ConsentRecord& record);

// Whether the service has said that nothing was started: the cost may be given back.
bool isNothingStarted(const Error& error);

}  // namespace trainyard
