// SPDX-License-Identifier: GPL-3.0-or-later
// The standard streams of a program on this computer (rsync) that are connected to a command on a
// host, or the socket of a session to the next host: read and written by the session's thread
// itself, so that no byte passes through another thread or process.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include <QByteArray>

#include <poll.h>

#include "remote/process/descriptor.h"
#include "remote/ssh/channels/remote_script.h"

namespace trainyard {

class LocalStreams {
 public:
  enum Stream { out, err };

  // `from`: the command's input; `out`, `err`: receive its output, without everything before the
  // sentinel. `from` and `out` are made non-blocking; `err` may be shared with the program.
  LocalStreams(Descriptor from, Descriptor out, Descriptor err, const QByteArray& sentinel);

  // One socket for both directions, with its own protocol: no login shell output, no error stream.
  explicit LocalStreams(Descriptor socket);

  // Reads at most `room` bytes into `buffer`; 0: nothing now, or no more.
  qsizetype read(char* buffer, qsizetype room);
  bool isInputEnded() const { return m_isInputEnded; }

  // What cannot be written immediately is buffered, and isFull() until then.
  void write(Stream stream, const char* bytes, qsizetype count);
  void flush();
  bool isFull(Stream stream) const { return m_to[stream].size() > 0; }
  bool isDelivered() const { return !isFull(out) && !isFull(err); }
  bool isBroken() const { return m_isBroken; }  // the output's reader has closed
  // No more messages will follow: stops holding back output.
  void letGo() { m_heldSince.reset(); }

  // For one socket for both directions: its reader sees the end, and can still write.
  void endOutput();

  // Adds the descriptors to wait for; `wantsInput`: read() will be called.
  void addTo(std::vector<pollfd>& polled, bool wantsInput) const;
  // The maximum duration of a poll.
  std::chrono::milliseconds maxPause() const;

 private:
  LocalStreams(Descriptor from, Descriptor& to);

  struct Outgoing {
    Descriptor descriptor;
    NoiseFilter filter;
    QByteArray waiting;
    qsizetype sent = 0;
    qsizetype size() const { return waiting.size() - sent; }
  };
  qsizetype writeNow(Stream stream, const char* bytes, qsizetype count);
  bool isHeld() const;

  Descriptor m_from;
  Outgoing m_to[2];
  bool m_isInputEnded = false, m_isBroken = false, m_mayHold = true;
  std::optional<std::chrono::steady_clock::time_point> m_heldSince;
};

}  // namespace trainyard
