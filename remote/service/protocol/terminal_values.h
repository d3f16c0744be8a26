// SPDX-License-Identifier: GPL-3.0-or-later
// Shells and commands of a person as exchanged between the service and its clients.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/contract/describe/field.h"
#include "remote/schedulers/interactive_step.h"

namespace trainyard {

struct TerminalRequest {
  QString target = QStringLiteral("here");
  QStringList command;      // its words; empty: a login shell
  StepResources resources;  // with any of them, the command runs on a node
  QString terminal;         // TERM; empty: three streams instead of a terminal
  int columns = 80, rows = 24;
};

// What the program that gets the streams says first, and where.
struct TerminalTicket {
  QString socket;  // path
  QString token;   // secret
};

void describe(Section<StepResources>& section);
void describe(Section<TerminalRequest>& section);
void describe(Section<TerminalTicket>& section);

}  // namespace trainyard
