// SPDX-License-Identifier: GPL-3.0-or-later
// A submission that is permitted. Its cost is taken already; what was not started for certain is
// given back.
#pragma once

#include <QCoroTask>

#include "remote/mcp/session.h"
#include "remote/mcp/tool_table.h"

namespace trainyard {

struct PermittedSubmission {
  SubmitRequest request;
  QStringList values;  // as of combinationsOf(); empty: one run, or a search
  int parallel = 0;
  Spending spending;
};

QCoro::Task<Result<ToolAnswer>> submitPermitted(AgentSession& session,
                                                PermittedSubmission submission, ToolCall call);

}  // namespace trainyard
