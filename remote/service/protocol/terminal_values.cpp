// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/terminal_values.h"

#include "remote/values/records.h"

namespace trainyard {

void describe(Section<StepResources>& section) {
  section.field("nodes", &StepResources::nodes).minimum(0).omitted_when_default();
  section.field("gpus", &StepResources::gpus).minimum(0).omitted_when_default();
  section.field("cpus", &StepResources::cpus).minimum(0).omitted_when_default();
  section.field("time_limit", &StepResources::timeLimit).omitted_when_default();
  section.field("partition", &StepResources::partition).omitted_when_default();
  section.field("account", &StepResources::account).omitted_when_default();
}

void describe(Section<TerminalRequest>& section) {
  section.field("target", &TerminalRequest::target);
  section.field("command", &TerminalRequest::command);
  section.include(&TerminalRequest::resources);
  section.field("terminal", &TerminalRequest::terminal);
  section.field("columns", &TerminalRequest::columns).minimum(1).maximum(10000);
  section.field("rows", &TerminalRequest::rows).minimum(1).maximum(10000);
}

void describe(Section<TerminalTicket>& section) {
  section.field("socket", &TerminalTicket::socket);
  section.field("token", &TerminalTicket::token);
}

}  // namespace trainyard
