// SPDX-License-Identifier: GPL-3.0-or-later
// The standard streams of a program of this computer (rsync) that are joined to a command on a
// host, or the socket of a session to the next host: the session's thread reads and writes them
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

  // `from`: what goes to the command's input; `out`, `err`: where its output goes, without all that
  // comes before the sentinel. `from` and `out` are made non-blocking; `err` may be shared with the
  // program.
  LocalStreams(Descriptor from, Descriptor out, Descriptor err, const QByteArray& sentinel);

  // One socket for both ways, of something that speaks for itself: no noise, no words beside it.
  explicit LocalStreams(Descriptor socket);

  // At most `room` bytes into `buffer`; 0: nothing now, or no more.
  qsizetype read(char* buffer, qsizetype room);
  bool isInputEnded() const { return m_isInputEnded; }

  // What is not taken at once waits here, and isFull() until then.
  void write(Stream stream, const char* bytes, qsizetype count);
  void flush();
  bool isFull(Stream stream) const { return m_to[stream].size() > 0; }
  bool isDelivered() const { return !isFull(out) && !isFull(err); }
  bool isBroken() const { return m_isBroken; }  // nobody reads the output any more
  // No more words will come: nothing is held back.
  void letGo() { m_heldSince.reset(); }

  // Of one socket for both ways: its reader sees the end, and can go on writing.
  void endOutput();

  // Adds what is waited for; `wantsInput`: read() is going to be called.
  void addTo(std::vector<pollfd>& polled, bool wantsInput) const;
  // How long a poll may take.
  std::chrono::milliseconds longestPause() const;

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
