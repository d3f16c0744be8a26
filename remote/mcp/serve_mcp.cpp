// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/serve_mcp.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <unistd.h>

#include <QCoreApplication>
#include <QSocketNotifier>

#include "remote/mcp/line_input.h"
#include "remote/mcp/mcp_server.h"

namespace trainyard {
namespace {

// Waits while the client does not read: nothing more is read of it then. False: it is gone.
bool writeAll(const QByteArray& line) {
  qsizetype done = 0;
  while (done < line.size()) {
    const ssize_t count = ::write(STDOUT_FILENO, line.constData() + done,
                                  static_cast<std::size_t>(line.size() - done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += count;
  }
  return true;
}

class StdioServer {
 public:
  explicit StdioServer(SessionOptions options)
      : m_session(m_client, std::move(options)),
        m_server(ToolTable::all(), m_session, [this](const QByteArray& line) { send(line); }),
        m_lines(
            rpc::lineLimitBytes, [this](const QByteArray& line) { m_server.take(line); },
            [this] { m_server.refuseLongLine(); }) {
    QObject::connect(&m_input, &QSocketNotifier::activated, &m_input, [this] { read(); });
  }

 private:
  void send(const QByteArray& line) {
    if (!m_isEnding && !writeAll(line)) end();
  }

  void read() {
    std::array<char, 1 << 16> bytes;
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count <= 0) return end();
    m_lines.feed(QByteArray(bytes.data(), static_cast<qsizetype>(count)));
  }

  void end() {
    if (std::exchange(m_isEnding, true)) return;
    m_input.setEnabled(false);
    finish();
  }

  // Nobody is left who could use what a person would allow now.
  QCoro::Task<void> finish() {
    co_await m_server.finish();
    WithdrawConsentArguments all{m_session.id, {}};
    if (m_client.isConnected())
      (void)co_await m_session.ask(methods::consentWithdraw, {}, all, AgentSession::Repeat::no);
    QCoreApplication::quit();
  }

  ServiceClient m_client;
  AgentSession m_session;
  McpServer m_server;
  LineInput m_lines;
  QSocketNotifier m_input{STDIN_FILENO, QSocketNotifier::Read};
  bool m_isEnding = false;
};

}  // namespace

int serveMcp(SessionOptions options) {
  std::signal(SIGPIPE, SIG_IGN);
  const StdioServer server(std::move(options));
  return QCoreApplication::exec();
}

}  // namespace trainyard
