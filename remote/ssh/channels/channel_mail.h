// SPDX-License-Identifier: GPL-3.0-or-later
// The shared state of a channel between its session's thread and its user in Qt's thread. Held by
// both sides; all members except the constant ones and `local` are protected by its mutex.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include <QByteArray>

#include "engine/contract/result.h"
#include "remote/process/waiter.h"
#include "remote/ssh/channels/local_streams.h"
#include "remote/ssh/channels/remote_terminal.h"

namespace trainyard {

// A side stops reading when this much is waiting for the other one.
constexpr qsizetype channelBufferBytes = 4 << 20;

struct ChannelMail {
  enum class Kind { exec, forward };

  const Kind kind;
  const QByteArray target;  // exec: the command, empty: the login shell; forward: the address
  const quint16 port = 0;   // forward
  // What the channel is connected to directly; `input`, `out` and `err` are not used then. Taken by
  // the session's thread at its first turn.
  std::unique_ptr<LocalStreams> local;
  // exec: set before the session gets it; its output and error output are one stream then.
  std::optional<RemoteTerminal> terminal;
  bool isSecret = false;  // set likewise: `input` must not remain in memory

  std::mutex mutex;
  // To Qt's side.
  Waiter* waiter = nullptr;
  bool told = false;  // woken and has not looked yet
  QByteArray out, err;
  bool opened = false;    // accepted by the server
  bool outEnded = false;  // the remote side sends no more
  bool ended = false;     // nothing more will happen
  int exitCode = -1;      // exec: of the command; 128+n for signal n
  std::optional<Error> error;
  // To the session's side.
  QByteArray input;
  qsizetype unsent = 0;  // of all input given
  bool inputEnded = false;
  bool abandoned = false;               // nobody is waiting for it any more
  std::optional<TerminalSize> newSize;  // of the terminal

  ChannelMail(Kind k, QByteArray t, quint16 p) : kind(k), target(std::move(t)), port(p) {}

  // The mutex must be held.
  void notify() {
    if (waiter && !told) {
      told = true;
      waiter->wake();
    }
  }
  void end(std::optional<Error> why) {
    if (ended) return;
    ended = outEnded = true;
    error = std::move(why);
    notify();
  }
};

}  // namespace trainyard
