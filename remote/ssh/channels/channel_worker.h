// SPDX-License-Identifier: GPL-3.0-or-later
// A channel of a session, in the session's thread: transfers bytes between libssh and the state
// shared with the channel's user.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <poll.h>

#include "remote/ssh/channels/channel_mail.h"

namespace trainyard {

class ChannelWorker {
 public:
  ChannelWorker(ssh_session session, std::shared_ptr<ChannelMail> mail);
  ~ChannelWorker();
  ChannelWorker(const ChannelWorker&) = delete;
  ChannelWorker& operator=(const ChannelWorker&) = delete;

  // quiet: wait for the socket; more: call again immediately; refused: the server currently allows
  // no further program, and this one waits for its turn; over: finished.
  enum class State { quiet, more, refused, over };
  State serve(bool mayOpenProgram);

  // Counts towards the server's limit of programs.
  bool holdsProgram() const {
    return m_mail->kind == ChannelMail::Kind::exec && m_channel != nullptr;
  }
  // The server does not allow any program.
  void refuse();
  // The session was lost.
  void abort(const Error& why);
  // For the poll between two turns: further descriptors that this channel waits for, and its
  // maximum wait.
  void addTo(std::vector<pollfd>& polled) const;
  std::chrono::milliseconds maxPause() const;

 private:
  enum class Phase { waiting, opening, terminal, requesting, running, done };

  State open(bool mayOpenProgram);
  State openRefused();
  State requestTerminal();
  State request();
  State carry();
  void readStream(int isError);
  bool hasRoom(int isError);
  void deliver(const char* bytes, qsizetype count, int isError);
  bool send();
  bool sendLocal(qsizetype window);
  bool isBusy() const;
  void release();
  Error programError(const char* why) const;
  void finish(std::optional<Error> error);

  static int onData(ssh_session, ssh_channel, void*, uint32_t, int, void* self);
  static void onExitStatus(ssh_session, ssh_channel, int status, void* self);
  static void onExitSignal(ssh_session, ssh_channel, const char* signal, int, const char*,
                           const char*, void* self);

  ssh_session m_session;
  std::shared_ptr<ChannelMail> m_mail;
  std::unique_ptr<LocalStreams> m_local;  // used instead of the shared buffers
  ssh_channel m_channel = nullptr;
  bool m_isOpen = false;
  struct ssh_channel_callbacks_struct m_callbacks{};
  Phase m_phase = Phase::waiting;
  bool m_mayHave[2] = {false, false};  // unread bytes of output and error output
  qsizetype m_sinceOpened;             // bytes read since the window was opened
  int m_exitCode = -1;
  QByteArray m_sending;
  qsizetype m_sent = 0;
  bool m_isInputEnded = false;
};

}  // namespace trainyard
