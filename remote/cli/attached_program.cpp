// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/attached_program.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>

#include <QByteArray>
#include <QtEndian>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "remote/cli/escape_keys.h"
#include "remote/cli/own_terminal.h"
#include "remote/cli/service_stream.h"
#include "remote/cli/terminal_filter.h"

namespace trainyard {
namespace {

constexpr int attachmentBroke = 255, ofSignal = 128;
constexpr std::size_t keysBytes = 64 << 10;

struct PipeEnds {
  Descriptor reading, writing;
};

PipeEnds newPipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {Descriptor(), Descriptor()};
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// False if the reader has gone.
bool writeWhole(int to, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t sent = ::write(to, bytes, count);
    if (sent < 0 && errno == EAGAIN) {
      pollfd ready{to, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (sent < 0 && errno != EINTR) {
      return false;
    }
    bytes += std::max<ssize_t>(sent, 0);
    count -= static_cast<std::size_t>(std::max<ssize_t>(sent, 0));
  }
  return true;
}

// Passes bytes on in both directions. The service gets pipes instead of our own streams: those are
// shared with the shell that started us, which must not find them non-blocking, and a terminal may
// only be read by the program in its foreground.
class Attached {
 public:
  Attached(AttachBy by, const RawTerminal* terminal)
      : m_by(by),
        m_terminal(terminal),
        m_isFiltered(by == AttachBy::output && ::isatty(STDOUT_FILENO)) {}

  bool begin(const TerminalTicket& ticket) {
    m_service = connectToListener(ticket.socket.toStdString());
    PipeEnds in = newPipe(), out = newPipe(), err = newPipe();
    if (!m_service.is_open() || !err.writing.is_open() ||
        !claimStream(m_service, ticket.token.toStdString(), {}) ||
        !passStreams(m_service, in.reading.number(), out.writing.number(), err.writing.number()))
      return false;
    if (m_by != AttachBy::output) m_in = std::move(in.writing);
    m_out = std::move(out.reading);
    m_err = std::move(err.reading);
    ::fcntl(m_in.number(), F_SETFL, O_NONBLOCK);
    return true;
  }

  int run() {
    while (!m_end && (m_out.is_open() || m_err.is_open() || m_service.is_open())) turn();
    return m_end.value_or(m_frames.status().value_or(attachmentBroke));
  }
  const std::string& text() const { return m_frames.text(); }

 private:
  void turn() {
    const bool reads = m_in.is_open() && m_typed.isEmpty();
    const int none = -1;
    pollfd polled[] = {{reads ? STDIN_FILENO : none, POLLIN, 0},
                       {m_typed.isEmpty() ? none : m_in.number(), POLLOUT, 0},
                       {m_out.number(), POLLIN, 0},
                       {m_err.number(), POLLIN, 0},
                       {m_service.number(), POLLIN, 0},
                       {m_terminal ? m_terminal->arrivals() : none, POLLIN, 0}};
    if (::poll(polled, std::size(polled), -1) < 0) return;
    if (polled[5].revents) takeSignals();
    if (polled[0].revents) readInput();
    if (polled[1].revents) sendInput();
    if (polled[3].revents) passOutput(m_err, STDERR_FILENO);
    if (polled[2].revents) passOutput(m_out, STDOUT_FILENO);
    // Its connection ends with the program.
    if (polled[4].revents && (!m_frames.read(m_service) || m_frames.status()))
      m_service = Descriptor();
  }

  void readInput() {
    QByteArray typed(keysBytes, '\0');
    const ssize_t got = ::read(STDIN_FILENO, typed.data(), keysBytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    typed.truncate(std::max<ssize_t>(got, 0));
    if (got <= 0) {
      m_in = Descriptor();
    } else if (!m_terminal) {
      m_typed = std::move(typed);
    } else if (auto passed = m_keys.pass(typed)) {
      m_typed = std::move(*passed);
    } else {
      m_end = ofSignal + SIGHUP;
    }
    if (!m_typed.isEmpty()) sendInput();
  }

  void sendInput() {
    const ssize_t sent =
        ::write(m_in.number(), m_typed.constData(), static_cast<std::size_t>(m_typed.size()));
    if (sent > 0) m_typed.remove(0, sent);
    if (sent >= 0 || errno == EAGAIN || errno == EINTR) return;
    m_typed.clear();  // nobody reads it any more; the exit status is on its way
    m_in = Descriptor();
  }

  void passOutput(Descriptor& from, int to) {
    char bytes[keysBytes];
    const ssize_t got = ::read(from.number(), bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) return;
    const QByteArray read = QByteArray::fromRawData(bytes, std::max<ssize_t>(got, 0)),
                     shown = m_isFiltered && to == STDOUT_FILENO ? m_filter.pass(read) : read;
    if (got <= 0)
      from = Descriptor();
    else if (!writeWhole(to, shown.constData(), static_cast<std::size_t>(shown.size())))
      m_end = ofSignal + SIGPIPE;
  }

  void takeSignals() {
    char number = 0;
    while (::read(m_terminal->arrivals(), &number, 1) == 1) {
      if (number == SIGWINCH)
        sendSize();
      else
        m_end = ofSignal + number;
    }
  }

  void sendSize() {
    const TerminalSize size = ownTerminalSize();
    char frame[13] = {'W'};
    qToBigEndian<quint32>(8, frame + 1);
    qToBigEndian(static_cast<quint32>(size.columns), frame + 5);
    qToBigEndian(static_cast<quint32>(size.rows), frame + 9);
    (void)::send(m_service.number(), frame, sizeof frame, MSG_NOSIGNAL);
  }

  const AttachBy m_by;
  const RawTerminal* m_terminal;
  const bool m_isFiltered;
  TerminalFilter m_filter;
  Descriptor m_service, m_in, m_out, m_err;
  QByteArray m_typed;  // that the program has not got yet
  EscapeKeys m_keys;
  StatusFrames m_frames;
  std::optional<int> m_end;
};

}  // namespace

int attachToProgram(const TerminalTicket& ticket, AttachBy by) {
  std::signal(SIGPIPE, SIG_IGN);
  std::optional<RawTerminal> terminal;
  if (by == AttachBy::terminal) terminal.emplace();
  Attached attached(by, terminal ? &*terminal : nullptr);
  const int status = attached.begin(ticket) ? attached.run() : attachmentBroke;
  terminal.reset();
  if (!attached.text().empty()) std::fprintf(stderr, "yard: %s", attached.text().c_str());
  return status;
}

}  // namespace trainyard
