// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/rsh.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <QJsonDocument>
#include <QJsonObject>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "remote/process/descriptor.h"

namespace trainyard {
namespace {

constexpr int linkBroke = 255;
constexpr std::uint32_t maxFrameBytes = 64 << 10;

int fail(const char* what) {
  std::fprintf(stderr, "yard rsh: %s\n", what);
  return linkBroke;
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
  if (descriptor >= 0 &&
      ::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0)
    return descriptor;
  if (descriptor >= 0) ::close(descriptor);
  return -1;
}

// The request and its answer, one line each; the first frame follows the answer.
bool shakeHands(int server, const char* token, const std::string& command) {
  const QJsonObject parameters{
      {QStringLiteral("token"), QString::fromLocal8Bit(token)},
      {QStringLiteral("command"),
       QString::fromUtf8(command.data(), static_cast<qsizetype>(command.size()))}};
  const QJsonObject request{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")},
                            {QStringLiteral("id"), 1},
                            {QStringLiteral("method"), QStringLiteral("stream")},
                            {QStringLiteral("params"), parameters}};
  const QByteArray line = QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n';
  for (qsizetype at = 0; at < line.size();) {
    const ssize_t sent =
        ::write(server, line.constData() + at, static_cast<std::size_t>(line.size() - at));
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

bool readWhole(int server, char* bytes, std::size_t count) {
  for (std::size_t at = 0; at < count;) {
    const ssize_t got = ::read(server, bytes + at, count - at);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    at += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  }
  return true;
}

// The service transfers the streams itself; here only its final messages are awaited.
int waitForStatus(int server) {
  char head[5];
  while (readWhole(server, head, sizeof head)) {
    const std::uint32_t length = bigEndian(head + 1);
    if (!(head[0] == 'X' && length == 4) && !(head[0] == 'R' && length <= maxFrameBytes)) break;
    std::string content(length, '\0');
    if (!readWhole(server, content.data(), content.size())) break;
    if (head[0] == 'X') return static_cast<int>(bigEndian(content.data()) & 0xff);
    std::fwrite(content.data(), 1, content.size(), stderr);
  }
  return linkBroke;
}

}  // namespace

int remoteShell(int count, char** arguments) {
  const char* socket = std::getenv("TRAINYARD_RSH_SOCKET");
  const char* token = std::getenv("TRAINYARD_RSH_TOKEN");
  if (count < 2 || socket == nullptr || token == nullptr)
    return fail("is started by rsync, through the service of yard");
  std::string command;
  for (int i = 1; i < count; ++i) command += (i > 1 ? " " : "") + std::string(arguments[i]);
  std::signal(SIGPIPE, SIG_IGN);
  // rsync ends its remote shell with this signal; the other side's remaining messages are still
  // useful.
  std::signal(SIGUSR1, SIG_IGN);
  const int server = connectTo(socket);
  if (server < 0) return fail("the service of yard is not there");
  if (!shakeHands(server, token, command))
    return fail("the service of yard does not know this transfer");
  if (!sendDescriptors(server, std::string_view("D\0\0\0\0", 5),
                       {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}))
    return fail("the service of yard has gone");
  return waitForStatus(server);
}

}  // namespace trainyard
