// SPDX-License-Identifier: GPL-3.0-or-later
// The one form of every command that is run on a host, whatever its login shell is and says.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

#include "remote/process/readers.h"

namespace trainyard {

struct RemoteScript {
  QByteArray sentinel;
  QByteArray command;  // for the login shell: it sees one fixed form and never a value
};

// `script` is run by /bin/sh after the sentinel, the shell's process id and a line break went to
// both streams. What it makes is private to the readers.
RemoteScript wrapScript(const QByteArray& script, Readers readers);

// Puts these folders (a login shell's PATH; may be empty) in front of PATH.
QByteArray pathScript(const QByteArray& folders);

// Tells the process group of this process to end, and kills it when it has not after 2 s; returns
// at once.
QByteArray endScript(qint64 pid);

// No single word of a command line may be longer.
constexpr qsizetype longestCommandBytes = 120 << 10;

// Drops everything up to the line of the sentinel (what a login shell prints by itself); nothing
// where there is no sentinel.
class NoiseFilter {
 public:
  explicit NoiseFilter(QByteArray sentinel)
      : m_sentinel(std::move(sentinel)), m_isPast(m_sentinel.isEmpty()) {}
  // What of the bytes belongs to the command.
  QByteArray feed(QByteArray bytes);
  bool isPast() const { return m_isPast; }
  qint64 pid() const {
    return m_pid;
  }  // of the shell, then of the program that it became; 0 before the sentinel
  // The last of the noise, to say what was printed instead.
  QByteArray noise() const { return m_kept.right(500); }
  bool isTooMuch() const { return m_dropped > noiseLimitBytes; }

 private:
  static constexpr qsizetype noiseLimitBytes = 1 << 20;
  QByteArray m_sentinel, m_kept;
  bool m_isPast;
  qsizetype m_dropped = 0;
  qint64 m_pid = 0;
};

}  // namespace trainyard
