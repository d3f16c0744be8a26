// SPDX-License-Identifier: GPL-3.0-or-later
// Our only helper process on a login node (`yard-agent follow`), on one channel of the session: it
// reads files in the base folder, reports when they grow, and queries Slurm's queue, without a
// process for each request. Started with the first request; if it cannot be started, every call
// returns no answer and the caller falls back to a script, which works everywhere. Retried with a
// new session, else every ten minutes, and a minute after a running one has ended. Lives in Qt's
// thread, inside its host.
#pragma once

#include <map>
#include <optional>

#include <QByteArray>
#include <QCoroTask>
#include <QDeadlineTimer>
#include <QJsonObject>
#include <QString>

#include "remote/host/follow_answers.h"
#include "remote/process/command_line.h"
#include "remote/process/run_program.h"
#include "remote/values/message.h"
#include "remote/ssh/channels/ssh_channel.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

class FollowProgram {
 public:
  explicit FollowProgram(SshLink& link) : m_link(link) {}

  // Sets the folder whose files it reads, which also contains our programs unless they are in
  // `programs`. It is not used before this.
  void setPlace(QString base, QString programs);
  bool isInside(const QString& path) const;
  // Whether it is running and answers.
  bool isThere() const { return m_state == State::there; }
  bool hasPlace() const { return !m_base.isEmpty(); }
  // Why the last start failed; empty: it succeeded, or there was none.
  const Message& problem() const { return m_problem; }

  // Nothing: it is not available, or ended before it answered. Errors: "cancelled".
  using Answer = std::optional<Result<HelperAnswer>>;
  QCoro::Task<Answer> read(QString path, qint64 offset, qint64 limit, std::stop_token stop);
  QCoro::Task<Answer> list(QString path, std::stop_token stop);
  QCoro::Task<Answer> run(CommandLine command, qint64 limit, std::stop_token stop,
                          QDeadlineTimer deadline);
  // Waits until the file's size differs from `bytes`, or for `seconds`.
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
  void begin(SshChannel& channel, Waiter& turn);
  bool takeAnswers();
  QByteArray startScript() const;
  void fail(const QByteArray& said, int exitCode);

  SshLink& m_link;
  QString m_base, m_programs;
  State m_state = State::none;
  Message m_problem;
  QDeadlineTimer m_nextTry;
  std::weak_ptr<SessionInbox> m_triedIn;  // the session of the last attempt
  SshChannel* m_channel = nullptr;        // while running
  Waiter* m_turn = nullptr;               // of the caller that reads it
  FollowAnswers m_in;
  qint64 m_lastId = 0;
  bool m_isStuck = false;
  std::map<qint64, Asked*> m_asked;
};

}  // namespace trainyard
