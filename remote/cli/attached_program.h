// SPDX-License-Identifier: GPL-3.0-or-later
// A program on a target that has this program's standard streams.
#pragma once

#include "remote/service/protocol/terminal_values.h"

namespace trainyard {

// Blocks until it has ended. Returns its exit status; 255 if the service or the connection is gone,
// like ssh; 128 + n if signal n, or `~.`, ended the waiting, which ends the program.
enum class AttachBy {
  streams,
  terminal,
  output,  // standard input is left to others; on a terminal, output can only be text
};
int attachToProgram(const TerminalTicket& ticket, AttachBy by);

}  // namespace trainyard
