// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/local_streams.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds maxHold{300};

// rsync reports that it ends with an error in its protocol, and the reason on stderr, which may
// arrive a moment later: too late, as the other rsync ends at the first. So that message (of 4
// bytes, of kind 86 + 7) is held back for the reason.
bool endsWithError(const char* bytes, qsizetype count) {
  return count >= 8 && std::memcmp(bytes + count - 8, "\x04\0\0\x5d", 4) == 0;
}

void makeNonBlocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

Descriptor again(const Descriptor& descriptor) {
  return Descriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, 3));
}

}  // namespace

LocalStreams::LocalStreams(Descriptor from, Descriptor out, Descriptor err,
                           const QByteArray& sentinel)
    : m_from(std::move(from)),
      m_to{{std::move(out), NoiseFilter(sentinel), {}},
           {std::move(err), NoiseFilter(sentinel), {}}} {
  makeNonBlocking(m_from.number());
  makeNonBlocking(m_to[Stream::out].descriptor.number());
}

LocalStreams::LocalStreams(Descriptor socket) : LocalStreams(again(socket), socket) {}

LocalStreams::LocalStreams(Descriptor from, Descriptor& to)
    : LocalStreams(std::move(from), std::move(to), Descriptor(), {}) {
  m_mayHold = false;
}

qsizetype LocalStreams::read(char* buffer, qsizetype room) {
  if (m_isInputEnded) return 0;
  const ssize_t got = ::read(m_from.number(), buffer, static_cast<std::size_t>(room));
  if (got > 0) return got;
  m_isInputEnded = got == 0 || (errno != EAGAIN && errno != EINTR);
  return 0;
}

void LocalStreams::write(Stream stream, const char* bytes, qsizetype count) {
  Outgoing& to = m_to[stream];
  QByteArray rest;
  if (!to.filter.isPast()) {
    rest = to.filter.feed(QByteArray(bytes, count));
    bytes = rest.constData();
    count = rest.size();
  }
  if (count == 0) return;
  if (stream == err)
    m_heldSince.reset();
  else if (m_mayHold && endsWithError(bytes, count))
    m_heldSince = Clock::now();
  const qsizetype written = to.size() > 0 ? 0 : writeNow(stream, bytes, count);
  to.waiting.append(bytes + written, count - written);
}

void LocalStreams::flush() {
  for (const Stream stream : {err, out}) {
    Outgoing& to = m_to[stream];
    to.sent += writeNow(stream, to.waiting.constData() + to.sent, to.size());
    if (to.size() > 0) continue;
    to.waiting.clear();
    to.sent = 0;
  }
}

bool LocalStreams::isHeld() const { return m_heldSince && Clock::now() - *m_heldSince < maxHold; }

qsizetype LocalStreams::writeNow(Stream stream, const char* bytes, qsizetype count) {
  if (stream == out && (isHeld() || m_isBroken)) return m_isBroken ? count : 0;
  const int descriptor = m_to[stream].descriptor.number();
  if (descriptor < 0) return count;
  qsizetype written = 0;
  while (written < count) {
    qsizetype piece = count - written;
    if (stream == err) {
      // It may block; poll guarantees this much space.
      piece = std::min<qsizetype>(piece, PIPE_BUF);
      pollfd ready{descriptor, POLLOUT, 0};
      if (::poll(&ready, 1, 0) <= 0) break;
    }
    const ssize_t sent = ::write(descriptor, bytes + written, static_cast<std::size_t>(piece));
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) break;
    if (sent < 0) {
      m_isBroken |= stream == out;
      return count;
    }
    written += sent;
  }
  return written;
}

void LocalStreams::endOutput() { ::shutdown(m_to[out].descriptor.number(), SHUT_WR); }

void LocalStreams::addTo(std::vector<pollfd>& polled, bool wantsInput) const {
  if (wantsInput && !m_isInputEnded) polled.push_back({m_from.number(), POLLIN, 0});
  if (isFull(out) && !isHeld()) polled.push_back({m_to[out].descriptor.number(), POLLOUT, 0});
  if (isFull(err)) polled.push_back({m_to[err].descriptor.number(), POLLOUT, 0});
}

std::chrono::milliseconds LocalStreams::maxPause() const {
  return isHeld() ? std::chrono::milliseconds(20) : std::chrono::milliseconds::max();
}

}  // namespace trainyard
