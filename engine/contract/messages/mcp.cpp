// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about programs that act for a person: the Model Context Protocol, consent, budgets.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kMcpTemplates[] = {
    {"consent.unknown", "there is no open request {id}; `yard consent` lists them",
     ErrorKind::not_found},
    {"consent.too_many", "{count} requests are open already; answer some with `yard consent`",
     ErrorKind::pending},
    {"consent.withdrawn", "the request is no longer open", ErrorKind::cancelled},
    {"consent.no_session",
     "{id} is more than what is left of the session's budget, so it can only be allowed once; use "
     "--allow once or --deny"},
    {"consent.denied", "a person has refused this; do not ask again without a change",
     ErrorKind::needs_person},
    {"consent.denied_because", "a person has refused this: {words}", ErrorKind::needs_person},
    {"consent.expired",
     "no one has answered within 10 minutes, so nothing was done; call the tool again to ask once "
     "more",
     ErrorKind::needs_person},
    {"mcp.line_too_long", "a message may have at most {mib} MiB; this one was skipped"},
    {"mcp.batch", "several messages in one line are part of protocol version 2025-03-26 only"},
    {"mcp.too_many_calls", "{count} calls are in progress; wait for some of them",
     ErrorKind::pending},
    {"mcp.no_tool", "there is no tool {name}; there are {known}"},
    {"mcp.argument", "{tool} has no argument {name}; it has {known}"},
    {"mcp.one_document", "give exactly one of path, preset and document"},
    {"mcp.no_folder",
     "files are not read, since `yard mcp` was started in {folder}; start it in the folder of the "
     "experiments, or with --folder"},
    {"mcp.outside", "{path} is not in {folder}, the only folder whose files this session reads"},
    {"mcp.pending_is_other",
     "the request {id} was for another call; leave `consent` out to ask for this one"},
    {"mcp.no_metric", "none of these runs has values of {metric}; they have {known}",
     ErrorKind::not_found},
    {"mcp.no_log", "the newest attempt has no output {file}; it has {known}", ErrorKind::not_found},
    {"mcp.no_runs", "name at least one run, or a study"},
    {"mcp.not_open", "nothing is to be cancelled: none of these runs is open", ErrorKind::done},
};

}  // namespace

std::span<const MessageTemplate> mcp_messages() { return kMcpTemplates; }

}  // namespace trainyard
