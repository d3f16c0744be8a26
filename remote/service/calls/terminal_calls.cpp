// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about shells and commands of a person on a target.
#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/calls/call_table.h"
#include "remote/submit/prepare.h"

namespace trainyard {
namespace {

Result<CommandLine> commandFor(const TerminalRequest& request, const Target& target) {
  const CommandLine command{request.command.value(0), request.command.mid(1)};
  if (request.resources.isNone()) return command;
  const auto streams = request.terminal.isEmpty() ? StepStreams::separate : StepStreams::terminal;
  const auto step = kindOfTarget(request.target, target.facts).interactiveStep;
  if (!step) return make_error("terminal.no_queue", {{"target", request.target.toStdString()}});
  return step(request.resources, target.site, streams, command);
}

// As a document's `resources`, so that limits and closed partitions are said before srun waits.
Experiment experimentOf(const StepResources& step) {
  Experiment experiment;
  experiment.workload = Workload::command;
  ResourcesSection& resources = experiment.resources;
  resources.nodes = std::max(1, step.nodes);
  resources.gpus_per_node = step.gpus;
  if (step.cpus > 0) resources.cpus_per_process = step.cpus;
  const auto set = [](std::optional<std::string>& field, const QString& value) {
    if (!value.isEmpty()) field = value.toStdString();
  };
  set(resources.time_limit, step.timeLimit);
  set(resources.partition, step.partition);
  set(resources.account, step.account);
  return experiment;
}

Answering<TerminalTicket> openTerminal(CallContext& context, TerminalRequest request,
                                       std::stop_token stop) {
  // Not `ready`: a shell is also how people find out why the queue is not.
  CO_TRY(auto held, co_await context.targets.reached(request.target, stop));
  if (!request.resources.isNone() && held.target.scheduler && held.target.facts.time > 0) {
    CO_TRY(const auto findings,
           co_await held.target.scheduler->check(experimentOf(request.resources), stop));
    if (has_errors(findings)) co_return diagnosticsError(findings);
  }
  ClientProgram program;
  CO_TRY(program.command, commandFor(request, held.target));
  if (!request.terminal.isEmpty())
    program.terminal = RemoteTerminal{request.terminal.toUtf8(), {request.columns, request.rows}};
  program.keeps = held.hold;
  CO_TRY(const auto ticket, co_await held.target.host->offerProgram(std::move(program), stop));
  co_return TerminalTicket{ticket.socket, ticket.token};
}

}  // namespace

void addTerminalCalls(CallTable& table) { table.add(methods::terminalsOpen, openTerminal); }

}  // namespace trainyard
