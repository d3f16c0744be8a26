// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/service_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <QJsonDocument>
#include <QJsonObject>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace trainyard {
namespace {

constexpr std::uint32_t maxFrameBytes = 64 << 10;
constexpr std::size_t frameHeadBytes = 5;

std::uint32_t bigEndian(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

QString textOf(const std::string& bytes) {
  return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

}  // namespace

Descriptor connectToListener(const std::string& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket.size() >= sizeof address.sun_path) return Descriptor();
  std::strcpy(address.sun_path, socket.c_str());
  Descriptor service(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (service.is_open() &&
      ::connect(service.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0)
    return service;
  return Descriptor();
}

// The first frame follows the answer's line, so that is read byte by byte.
bool claimStream(const Descriptor& service, const std::string& token, const std::string& command) {
  const QJsonObject parameters{{QStringLiteral("token"), textOf(token)},
                               {QStringLiteral("command"), textOf(command)}};
  const QJsonObject request{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")},
                            {QStringLiteral("id"), 1},
                            {QStringLiteral("method"), QStringLiteral("stream")},
                            {QStringLiteral("params"), parameters}};
  const QByteArray line = QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n';
  for (qsizetype at = 0; at < line.size();) {
    const ssize_t sent = ::write(service.number(), line.constData() + at,
                                 static_cast<std::size_t>(line.size() - at));
    if (sent < 0 && errno != EINTR) return false;
    at += std::max<ssize_t>(sent, 0);
  }
  QByteArray answer;
  char byte = 0;
  while (byte != '\n' && answer.size() < 65536) {
    const ssize_t got = ::read(service.number(), &byte, 1);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got == 1) answer += byte;
  }
  return QJsonDocument::fromJson(answer).object().contains(QStringLiteral("result"));
}

bool passStreams(const Descriptor& service, int in, int out, int err) {
  return sendDescriptors(service.number(), std::string_view("D\0\0\0\0", frameHeadBytes),
                         {in, out, err});
}

bool StatusFrames::read(const Descriptor& service) {
  char bytes[4096];
  ssize_t got = -1;
  do got = ::read(service.number(), bytes, sizeof bytes);
  while (got < 0 && errno == EINTR);
  if (got <= 0) return false;
  m_received.append(bytes, static_cast<std::size_t>(got));
  return take();
}

bool StatusFrames::take() {
  while (m_received.size() >= frameHeadBytes) {
    const std::uint32_t length = bigEndian(m_received.data() + 1);
    const bool isStatus = m_received[0] == 'X' && length == 4;
    if (!isStatus && (m_received[0] != 'R' || length > maxFrameBytes)) return false;
    if (m_received.size() < frameHeadBytes + length) return true;
    if (isStatus)
      m_status = static_cast<int>(bigEndian(m_received.data() + frameHeadBytes) & 0xff);
    else
      m_text.append(m_received, frameHeadBytes, length);
    m_received.erase(0, frameHeadBytes + length);
  }
  return true;
}

}  // namespace trainyard
