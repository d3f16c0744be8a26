// One channel of a session, in the session's thread: carries bytes between libssh and the mail of the channel's user.
#pragma once

#include <memory>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

#include "remote/ssh/channel_mail.h"

namespace trainyard {

class ChannelWorker {
 public:
  ChannelWorker(ssh_session session, std::shared_ptr<ChannelMail> mail);
  ~ChannelWorker();
  ChannelWorker(const ChannelWorker&) = delete;
  ChannelWorker& operator=(const ChannelWorker&) = delete;

  // quiet: wait for the socket; more: come again at once; refused: the server opens no further program now, and this one waits
  // for its turn again; over: nothing is left to do.
  enum class State { quiet, more, refused, over };
  State serve(bool mayOpenProgram);

  // Counts against the number of programs that the server allows.
  bool holdsProgram() const { return m_mail->kind == ChannelMail::Kind::exec && m_channel != nullptr; }
  // The server opens no program at all.
  void refuse();
  // The session is lost.
  void abort(const Error& why);

 private:
  enum class Phase { waiting, opening, requesting, running, done };

  State open(bool mayOpenProgram);
  State openRefused();
  State request();
  State carry();
  bool readStream(QByteArray ChannelMail::* kept, int isError);
  bool send();
  void release();
  void finish(std::optional<Error> error);

  static int onData(ssh_session, ssh_channel, void*, uint32_t, int, void* self);
  static void onExitStatus(ssh_session, ssh_channel, int status, void* self);
  static void onExitSignal(ssh_session, ssh_channel, const char* signal, int, const char*, const char*, void* self);

  ssh_session m_session;
  std::shared_ptr<ChannelMail> m_mail;
  ssh_channel m_channel = nullptr;
  bool m_isOpen = false;
  struct ssh_channel_callbacks_struct m_callbacks {};
  Phase m_phase = Phase::waiting;
  bool m_mayHaveData = false;
  int m_exitCode = -1;
  QByteArray m_sending;
  qsizetype m_sent = 0;
  bool m_isInputEnded = false;
};

}  // namespace trainyard
