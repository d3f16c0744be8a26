// SPDX-License-Identifier: GPL-3.0-or-later
// Our one helper on a login node (`yard-agent follow`), over one channel of the session: it reads
// files of the base folder, tells when one grew, and asks Slurm's queue, without a process for each
// of that. Started with the first question; where it cannot be, every call says "no answer" and the
// caller goes the way that works everywhere, a script. Tried again with a new session, else every
// ten minutes, and a minute after one that ran has ended. Lives in Qt's thread, inside its host.
#pragma once

#include <map>
#include <optional>

#include <QByteArray>
#include <QCoroTask>
#include <QDeadlineTimer>
#include <QJsonObject>
#include <QString>

#include "remote/process/command_line.h"
#include "remote/process/run_program.h"
#include "remote/values/message.h"
#include "remote/ssh/channels/ssh_channel.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

struct HelperAnswer {
  QString error;  // as in the agent's follow_messages.h; empty: none
  QString why;
  int exitCode = 0;
  QByteArray out, err;  // of a file, its bytes are `out`
};

class FollowProgram {
 public:
  explicit FollowProgram(SshLink& link) : m_link(link) {}

  // The folder whose files it reads, with our programs in it, or in `programs`. Before this it is
  // not used.
  void setPlace(QString base, QString programs);
  bool isInside(const QString& path) const;
  // Whether it answers now.
  bool isThere() const { return m_state == State::there; }
  bool hasPlace() const { return !m_base.isEmpty(); }
  // Why it could not be started, of the last try; empty: it could, or nobody tried.
  const Message& problem() const { return m_problem; }

  // Nothing: it is not there, or went away before it answered. Errors: "cancelled".
  using Answer = std::optional<Result<HelperAnswer>>;
  QCoro::Task<Answer> read(QString path, qint64 offset, qint64 limit, std::stop_token stop);
  QCoro::Task<Answer> list(QString path, std::stop_token stop);
  QCoro::Task<Answer> run(CommandLine command, qint64 limit, std::stop_token stop,
                          QDeadlineTimer deadline);
  // Until the file is not `bytes` long any more, or after `seconds`.
  QCoro::Task<Answer> wait(QString path, qint64 bytes, int seconds, std::stop_token stop);

 private:
  enum class State { none, starting, there };
  struct Asked {
    Waiter waiter;
    std::optional<HelperAnswer> answer;
    bool isLost = false;
  };

  QCoro::Task<bool> isReady(std::stop_token stop);
  QCoro::Task<Answer> ask(QJsonObject question, int seconds, std::stop_token stop);
  QCoro::Task<void> keep();
  QCoro::Task<void> talk(SshOperation& operation, std::shared_ptr<SessionInbox> inbox);
  bool takeAnswers();
  bool takeGreeting();
  void deliver(const QJsonObject& head, const QByteArray& bytes);
  QByteArray startScript() const;
  void fail(const QByteArray& said, int exitCode);

  SshLink& m_link;
  QString m_base, m_programs;
  State m_state = State::none;
  Message m_problem;
  QDeadlineTimer m_nextTry;
  std::weak_ptr<SessionInbox> m_triedIn;  // the session of the last try
  SshChannel* m_channel = nullptr;        // while there
  Waiter* m_turn = nullptr;               // of the one who reads it
  QByteArray m_in;
  qint64 m_lastId = 0;
  bool m_isStuck = false;
  std::map<qint64, Asked*> m_asked;
};

}  // namespace trainyard
