// SPDX-License-Identifier: GPL-3.0-or-later
// What passes between a channel in its session's thread and the one who uses it in Qt's thread.
// Both sides hold it; all members but the constant ones and `local` are under its mutex.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include <QByteArray>

#include "engine/contract/result.h"
#include "remote/process/waiter.h"
#include "remote/ssh/channels/local_streams.h"

namespace trainyard {

// A side stops taking more when this much waits for the other one.
constexpr qsizetype channelBufferBytes = 4 << 20;

struct ChannelMail {
  enum class Kind { exec, forward };

  const Kind kind;
  const QByteArray target;  // exec: the command; forward: the address
  const quint16 port = 0;   // forward
  // What the channel is joined to; `input`, `out` and `err` stay empty then. The session's thread
  // takes it at its first turn.
  std::unique_ptr<LocalStreams> local;

  std::mutex mutex;
  // To Qt's side.
  Waiter* waiter = nullptr;
  bool told = false;  // woken and not yet looked
  QByteArray out, err;
  bool opened = false;    // the server has taken it
  bool outEnded = false;  // the far side sends no more
  bool ended = false;     // nothing more happens
  int exitCode = -1;      // exec: of the command; 128+n for signal n
  std::optional<Error> error;
  // To the session's side.
  QByteArray input;
  qsizetype unsent = 0;  // of all that was given as input
  bool inputEnded = false;
  bool abandoned = false;  // nobody waits for it any more

  ChannelMail(Kind k, QByteArray t, quint16 p) : kind(k), target(std::move(t)), port(p) {}

  // With the mutex held.
  void tell() {
    if (waiter && !told) {
      told = true;
      waiter->wake();
    }
  }
  void end(std::optional<Error> why) {
    if (ended) return;
    ended = outEnded = true;
    error = std::move(why);
    tell();
  }
};

}  // namespace trainyard
