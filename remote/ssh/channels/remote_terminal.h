// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal that a program on a host is given, with the properties of the person's own.
#pragma once

#include <QByteArray>

namespace trainyard {

struct TerminalSize {
  int columns = 80, rows = 24;
};

struct RemoteTerminal {
  QByteArray type;  // TERM
  TerminalSize size;
};

}  // namespace trainyard
