// SPDX-License-Identifier: GPL-3.0-or-later
// What an agent names as an experiment, as the service is asked about it. Its text is read here and
// sent along, so that what a person has seen is what is submitted, whatever becomes of the file.
#pragma once

#include <QByteArray>
#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/mcp/session.h"
#include "remote/mcp/tool_arguments.h"

namespace trainyard {

// Errors: "mcp.one_document", "mcp.no_folder", "mcp.outside", "preset.unknown", those of
// "sample.make".
QCoro::Task<Result<SubmitRequest>> requestFor(AgentSession& session, ExperimentChoice choice,
                                              std::stop_token stop);

// Of everything that decides what a submission does: text, job script, changes, values, target.
QString digestOf(const SubmitRequest& request, const QStringList& values, int parallel);
// Of an action on runs.
QString digestOf(const char* action, const QStringList& runs, const QStringList& changes);

}  // namespace trainyard
