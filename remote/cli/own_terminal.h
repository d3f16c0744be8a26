// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal that this program was started in, while another computer's program has it.
#pragma once

#include <termios.h>

#include <QByteArray>

#include "engine/system/descriptor.h"
#include "remote/ssh/channels/remote_terminal.h"

namespace trainyard {

// Whether standard input and output are a terminal: otherwise bytes must stay as they are.
bool hasOwnTerminal();
TerminalSize ownTerminalSize();
QByteArray ownTerminalType();  // never empty

// While it exists, every key is passed on instead of being interpreted, and the signals that end
// this program or tell of a new size arrive at `arrivals()`, so that the terminal is always
// restored.
class RawTerminal {
 public:
  RawTerminal();
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  int arrivals() const { return m_signals.number(); }  // one byte each: its number

 private:
  termios m_before{};
  Descriptor m_signals, m_sending;
};

}  // namespace trainyard
