// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/agent_filter.h"

#include <algorithm>
#include <optional>

#include <QFile>
#include <QtEndian>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace trainyard {
namespace {

constexpr char identitiesAnswer = 12;  // SSH2_AGENT_IDENTITIES_ANSWER
constexpr quint32 maxMessageBytes = 256 << 10;

int connectAgent(const QString& path) {
  const QByteArray native = QFile::encodeName(path);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (native.isEmpty() || native.size() >= static_cast<qsizetype>(sizeof address.sun_path))
    return -1;
  std::copy(native.begin(), native.end(), address.sun_path);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0)
    return descriptor;
  ::close(descriptor);
  return -1;
}

bool receive(int descriptor, char* bytes, qsizetype count) {
  while (count > 0) {
    const auto got = ::recv(descriptor, bytes, static_cast<size_t>(count), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    count -= got;
  }
  return true;
}

std::optional<QByteArray> receiveMessage(int descriptor) {
  char head[4];
  if (!receive(descriptor, head, sizeof head)) return {};
  const auto length = qFromBigEndian<quint32>(head);
  if (length > maxMessageBytes) return {};
  QByteArray body(length, '\0');
  if (!receive(descriptor, body.data(), body.size())) return {};
  return body;
}

bool sendMessage(int descriptor, const QByteArray& body) {
  QByteArray message(4, '\0');
  qToBigEndian(static_cast<quint32>(body.size()), message.data());
  message += body;
  qsizetype sent = 0;
  while (sent < message.size()) {
    const auto count = ::send(descriptor, message.constData() + sent,
                              static_cast<size_t>(message.size() - sent), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += count;
  }
  return true;
}

}  // namespace

QByteArrayList identitiesIn(const QByteArray& answer) {
  if (answer.size() < 5 || answer[0] != identitiesAnswer) return {};
  QByteArrayList blobs;
  QByteArrayView rest = QByteArrayView(answer).sliced(5);
  for (bool isBlob = true; rest.size() >= 4; isBlob = !isBlob) {
    const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(rest.data()));
    if (length > rest.size() - 4) break;
    if (isBlob) blobs << rest.sliced(4, length).toByteArray();
    rest = rest.sliced(4 + length);
  }
  return blobs;
}

QByteArray orderIdentities(const QByteArray& answer, const QByteArrayList& wanted,
                           AgentFilter::Others others) {
  if (answer.size() < 5 || answer[0] != identitiesAnswer) return answer;
  QByteArrayList first, later;
  qsizetype at = 5;
  const auto takeString = [&]() -> std::optional<QByteArray> {
    if (answer.size() - at < 4) return {};
    const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(answer.constData() + at));
    if (answer.size() - at - 4 < length) return {};
    at += 4 + length;
    return answer.mid(at - length, length);
  };
  while (at < answer.size()) {
    const qsizetype begin = at;
    const auto blob = takeString(), comment = takeString();
    if (!blob || !comment) return answer;
    (wanted.contains(*blob) ? first : later) << answer.mid(begin, at - begin);
  }
  // In the order of the configuration.
  std::stable_sort(first.begin(), first.end(), [&](const QByteArray& a, const QByteArray& b) {
    const auto rank = [&](const QByteArray& entry) {
      return wanted.indexOf(
          entry.mid(4, static_cast<qsizetype>(qFromBigEndian<quint32>(entry.constData()))));
    };
    return rank(a) < rank(b);
  });
  if (others == AgentFilter::Others::offered) first += later;
  QByteArray result(5, identitiesAnswer);
  qToBigEndian(static_cast<quint32>(first.size()), result.data() + 1);
  return result + first.join();
}

AgentFilter::AgentFilter(const QString& agentSocket, QByteArrayList wanted, Others others,
                         SessionInbox& inbox)
    : m_wanted(std::move(wanted)),
      m_others(others),
      m_inbox(inbox),
      m_agent(connectAgent(agentSocket)) {
  int pair[2];
  if (m_agent < 0) return;
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    ::close(std::exchange(m_agent, -1));
    return;
  }
  m_ours = pair[0];
  m_forLibssh = pair[1];
  m_inbox.setInterruptible(m_agent);
  m_thread = std::thread([this] { work(); });
}

AgentFilter::~AgentFilter() {
  if (m_agent < 0) return;
  m_inbox.setInterruptible(-1);
  ::shutdown(m_agent, SHUT_RDWR);
  ::shutdown(m_ours, SHUT_RDWR);
  m_thread.join();
  for (const int descriptor : {m_agent, m_ours, m_forLibssh})
    if (descriptor >= 0) ::close(descriptor);
}

void AgentFilter::work() {
  while (const auto request = receiveMessage(m_ours)) {
    if (!sendMessage(m_agent, *request)) break;
    const auto answer = receiveMessage(m_agent);
    if (!answer) break;
    const QByteArray ordered = orderIdentities(*answer, m_wanted, m_others);
    if (const QByteArrayList blobs = identitiesIn(ordered); !blobs.isEmpty()) {
      const std::lock_guard lock(m_mutex);
      m_shown = blobs;
    }
    if (!sendMessage(m_ours, ordered)) break;
  }
  ::shutdown(m_ours, SHUT_RDWR);
}

}  // namespace trainyard
