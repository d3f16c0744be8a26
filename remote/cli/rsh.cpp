#include "remote/cli/rsh.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace trainyard {
namespace {

constexpr int linkBroke = 255;
constexpr std::size_t chunkBytes = 256 << 10, bufferBytes = 1 << 20, longestFrameBytes = 16 << 20;

int say(const char* what) {
  std::fprintf(stderr, "yard rsh: %s\n", what);
  return linkBroke;
}

// Bytes on their way to a descriptor.
class Outgoing {
 public:
  explicit Outgoing(int descriptor) : m_descriptor(descriptor) {}
  void add(std::string_view bytes) {
    if (m_start > 0 && m_start == m_bytes.size()) {
      m_bytes.clear();
      m_start = 0;
    }
    m_bytes.append(bytes);
  }
  std::size_t size() const { return m_bytes.size() - m_start; }
  // False when nobody reads there any more.
  bool send() {
    while (size() > 0) {
      const ssize_t sent = ::write(m_descriptor, m_bytes.data() + m_start, size());
      if (sent < 0) return errno == EAGAIN || errno == EINTR;
      m_start += static_cast<std::size_t>(sent);
    }
    m_bytes.clear();
    m_start = 0;
    return true;
  }
  int descriptor() const { return m_descriptor; }

 private:
  int m_descriptor;
  std::string m_bytes;
  std::size_t m_start = 0;
};

std::string frameHead(char kind, std::uint32_t length) {
  return {kind, static_cast<char>(length >> 24), static_cast<char>(length >> 16), static_cast<char>(length >> 8), static_cast<char>(length)};
}

std::uint32_t bigEndian(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

int connectTo(const char* path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (std::strlen(path) >= sizeof address.sun_path) return -1;
  std::strcpy(address.sun_path, path);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor >= 0 && ::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return descriptor;
  if (descriptor >= 0) ::close(descriptor);
  return -1;
}

// The request and its answer, one line each; what follows the answer is the first frame.
bool shakeHands(int server, const char* token, const std::string& command) {
  const QJsonObject parameters{{QStringLiteral("token"), QString::fromLocal8Bit(token)}, {QStringLiteral("command"), QString::fromUtf8(command.data(), static_cast<qsizetype>(command.size()))}};
  const QJsonObject request{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")}, {QStringLiteral("id"), 1}, {QStringLiteral("method"), QStringLiteral("stream")}, {QStringLiteral("params"), parameters}};
  const QByteArray line = QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n';
  for (qsizetype at = 0; at < line.size();) {
    const ssize_t sent = ::write(server, line.constData() + at, static_cast<std::size_t>(line.size() - at));
    if (sent < 0 && errno != EINTR) return false;
    at += std::max<ssize_t>(sent, 0);
  }
  QByteArray answer;
  char byte = 0;
  while (byte != '\n' && answer.size() < 65536) {
    const ssize_t got = ::read(server, &byte, 1);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got == 1) answer += byte;
  }
  return QJsonDocument::fromJson(answer).object().contains(QStringLiteral("result"));
}

// Carries bytes both ways until the exit status comes.
class Carrier {
 public:
  explicit Carrier(int server) : m_toServer(server) {}

  int run() {
    for (;;) {
      pollfd ready[] = {{m_toServer.descriptor(), POLLIN, 0}, {m_isInputOpen && m_toServer.size() < bufferBytes ? STDIN_FILENO : -1, POLLIN, 0},
                        {m_out.size() > 0 ? STDOUT_FILENO : -1, POLLOUT, 0}, {m_err.size() > 0 ? STDERR_FILENO : -1, POLLOUT, 0}};
      if (m_toServer.size() > 0) ready[0].events |= POLLOUT;
      if (m_out.size() >= bufferBytes || m_isServerDone) ready[0].events &= ~POLLIN;
      if (m_isServerDone && m_out.size() == 0 && m_err.size() == 0) return m_exitStatus;
      if (m_heldSince && (m_isServerDone || m_err.size() > 0 || Clock::now() - *m_heldSince > longestHold)) m_heldSince.reset();
      if (m_heldSince) ready[2].fd = -1;
      if (::poll(ready, 4, m_heldSince ? static_cast<int>(longestHold.count()) : -1) < 0 && errno != EINTR) return linkBroke;
      if (ready[1].revents != 0) takeInput();
      if ((ready[0].revents & (POLLOUT | POLLERR)) != 0 && !m_toServer.send()) return finish(linkBroke);
      if ((ready[0].revents & (POLLIN | POLLHUP)) != 0 && !m_isServerDone && !takeFrames()) finish(linkBroke);
      // rsync has gone: nobody waits for the rest.
      if (!m_err.send() || (!m_heldSince && !m_out.send())) return linkBroke;
    }
  }

 private:
  int finish(int status) {
    m_isServerDone = true;
    m_isInputOpen = false;
    return m_exitStatus = status;
  }

  void takeInput() {
    const ssize_t got = ::read(STDIN_FILENO, m_chunk, sizeof m_chunk);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
      m_isInputOpen = false;
      m_toServer.add(frameHead('E', 0));
      return;
    }
    m_toServer.add(frameHead('I', static_cast<std::uint32_t>(got)));
    m_toServer.add({m_chunk, static_cast<std::size_t>(got)});
    // Most often there is room, which saves a round of poll.
    m_toServer.send();
  }

  // The other rsync says "I end with this error" in its protocol, and why on stderr, which may come a moment later: too late, as
  // this rsync ends us when it sees the first. So that message waits for the words.
  void addOutput(std::string_view content) {
    m_out.add(content);
    constexpr std::string_view endsWithError("\x04\0\0\x5d", 4);  // length 4, message 86 + 7
    if (content.size() >= 8 && content.substr(content.size() - 8, 4) == endsWithError) m_heldSince = Clock::now();
  }

  // False when the connection ended without an exit status, or sends what is no frame.
  bool takeFrames() {
    const ssize_t got = ::read(m_toServer.descriptor(), m_chunk, sizeof m_chunk);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (got <= 0) return false;
    m_frames.append(m_chunk, static_cast<std::size_t>(got));
    std::size_t at = 0;
    while (m_frames.size() - at >= 5) {
      const std::uint32_t length = bigEndian(m_frames.data() + at + 1);
      if (length > longestFrameBytes) return false;
      if (m_frames.size() - at - 5 < length) break;
      const std::string_view content(m_frames.data() + at + 5, length);
      if (m_frames[at] == 'O') addOutput(content);
      else if (m_frames[at] == 'R') m_err.add(content);
      else if (m_frames[at] == 'X' && length == 4) finish(static_cast<int>(bigEndian(content.data()) & 0xff));
      else return false;
      at += 5 + length;
    }
    m_frames.erase(0, at);
    return true;
  }

  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds longestHold{300};

  std::optional<Clock::time_point> m_heldSince;
  Outgoing m_toServer, m_out{STDOUT_FILENO}, m_err{STDERR_FILENO};
  std::string m_frames;
  bool m_isInputOpen = true, m_isServerDone = false;
  int m_exitStatus = linkBroke;
  char m_chunk[chunkBytes];
};

}  // namespace

int remoteShell(int count, char** arguments) {
  const char* socket = std::getenv("TRAINYARD_RSH_SOCKET");
  const char* token = std::getenv("TRAINYARD_RSH_TOKEN");
  if (count < 2 || socket == nullptr || token == nullptr) return say("is started by rsync, through the service of yard");
  std::string command;
  for (int i = 1; i < count; ++i) command += (i > 1 ? " " : "") + std::string(arguments[i]);
  std::signal(SIGPIPE, SIG_IGN);
  // rsync ends its remote shell so; what the other side still says is worth hearing.
  std::signal(SIGUSR1, SIG_IGN);
  const int server = connectTo(socket);
  if (server < 0) return say("the service of yard is not there");
  if (!shakeHands(server, token, command)) return say("the service of yard does not know this transfer");
  // Not stderr: rsync shares it.
  for (const int descriptor : {server, STDIN_FILENO, STDOUT_FILENO}) ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  static Carrier carrier(server);
  return carrier.run();
}

}  // namespace trainyard
