// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/own_terminal.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace trainyard {
namespace {

constexpr int caught[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT};

volatile std::sig_atomic_t signalSocket = -1;

void passSignal(int number) {
  const int kept = errno;
  const char byte = static_cast<char>(number);
  (void)!::write(signalSocket, &byte, 1);
  errno = kept;
}

}  // namespace

bool hasOwnTerminal() { return ::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO); }

TerminalSize ownTerminalSize() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return {};
  return {size.ws_col, size.ws_row};
}

QByteArray ownTerminalType() {
  const QByteArray type = qgetenv("TERM");
  return type.isEmpty() ? QByteArrayLiteral("dumb") : type;
}

RawTerminal::RawTerminal() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
    m_signals = Descriptor(ends[0]);
    m_sending = Descriptor(ends[1]);
  }
  signalSocket = m_sending.number();
  for (const int number : caught) std::signal(number, passSignal);
  ::tcgetattr(STDIN_FILENO, &m_before);
  termios raw = m_before;
  ::cfmakeraw(&raw);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

RawTerminal::~RawTerminal() {
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &m_before);
  for (const int number : caught) std::signal(number, SIG_DFL);
}

}  // namespace trainyard
