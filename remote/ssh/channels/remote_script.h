// SPDX-License-Identifier: GPL-3.0-or-later
// The common form of every command run on a host, independent of its login shell and its output.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

#include "remote/process/command_line.h"
#include "remote/process/readers.h"

namespace trainyard {

struct RemoteScript {
  QByteArray sentinel;
  QByteArray command;  // for the login shell: has a fixed form and never contains a value
};

// `script` is run by /bin/sh after the sentinel, the shell's process id and a line break were
// written to both streams. Files that it creates are restricted to `readers`.
RemoteScript wrapScript(const QByteArray& script, Readers readers);

// `command` as a person would run it there: with the environment of a login shell, its functions
// and its umask. dropped: what the start files print is before the sentinel; kept: there is no
// sentinel, since in a terminal people see it all.
enum class StartOutput { kept, dropped };
RemoteScript wrapLoginCommand(const CommandLine& command, StartOutput start,
                              const QByteArray& loginPath);

// Prepends these folders (a login shell's PATH; may be empty) to PATH.
QByteArray pathScript(const QByteArray& folders);

// Ends the process group of this process, and kills it if it has not ended after 2 s; returns
// immediately.
QByteArray endScript(qint64 pid);

// The maximum length of a single word of a command line.
constexpr qsizetype maxCommandBytes = 120 << 10;

// Drops everything up to the line with the sentinel (output of the login shell itself); drops
// nothing if there is no sentinel.
class NoiseFilter {
 public:
  explicit NoiseFilter(QByteArray sentinel)
      : m_sentinel(std::move(sentinel)), m_isPast(m_sentinel.isEmpty()) {}
  // Returns the part of the bytes that belongs to the command.
  QByteArray feed(QByteArray bytes);
  bool isPast() const { return m_isPast; }
  qint64 pid() const {
    return m_pid;
  }  // of the shell, then of the program that replaced it; 0 before the sentinel
  // The end of the dropped output, to report what was printed instead.
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
