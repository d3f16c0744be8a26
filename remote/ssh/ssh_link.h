// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps one host connected, with all hosts on the way to it: logs in when an operation needs it,
// asks the person when it must, and after a lost connection tries again by itself as long as no
// person is needed: a session that somebody gave a password or a code for is made again only on a
// click. Never more than one login at a time. Lives in Qt's thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>

#include <QCoroTask>
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QObject>

#include "remote/process/task_group.h"
#include "remote/ssh/transport/transport.h"
#include "remote/ssh/link_state.h"
#include "remote/ssh/login/login_question.h"
#include "remote/ssh/ssh_session.h"

namespace trainyard {

class SshLink;

// One running operation of a host: stopped by its caller, or by the end of the host. Hold it as
// long as the operation runs.
class SshOperation {
 public:
  SshOperation(SshLink& link, std::stop_token stop);
  ~SshOperation();
  SshOperation(const SshOperation&) = delete;
  SshOperation& operator=(const SshOperation&) = delete;

  std::stop_token token() const { return m_stop.get_token(); }
  Waiter& waiter() { return m_waiter; }
  // A deadline does not run while a person is asked.
  QDeadlineTimer extended(QDeadlineTimer deadline) const {
    return deadline.isForever() ? deadline : deadline + m_asked.count();
  }

 private:
  friend class SshLink;
  struct Forward {
    std::stop_source& to;
    void operator()() const { to.request_stop(); }
  };
  SshLink& m_link;
  Waiter m_waiter;
  std::chrono::milliseconds m_asked{};
  std::stop_source m_stop;
  std::stop_callback<Forward> m_onCallersStop;
};

class SshLink : public QObject {
  Q_OBJECT

 public:
  enum class Wish { operation, click };  // a click tries at once, after a refusal too

  SshLink(SshHostSettings settings, AskPerson ask, QObject* parent = nullptr);

  const SshHostSettings& settings() const { return m_settings; }
  // The same host under the name that it got now, for these readers.
  void become(const QString& target, Readers readers) {
    m_settings.target = target;
    m_settings.readers = readers;
  }
  LinkState state() const { return m_state; }
  // What a login shell of the host has as PATH; empty when it could not be learnt.
  QByteArray loginPath() const { return m_loginPath; }
  // Of the ssh configuration and of known_hosts, in the last login.
  const std::vector<Diagnostic>& warnings() const { return m_warnings; }
  // As SessionInbox has it, of this session.
  int programLimit() const {
    return m_path.empty() ? 0 : m_path.back().session->inbox()->programLimit();
  }

  // The way into the session, made when there is none. Errors: "host.unreachable", "host.refused",
  // "ssh.config", "ask.nobody", "cancelled"; the deadline ends with "host.unreachable". While it
  // waits for its next try, an operation waits along for up to 3 s and else fails at once with the
  // last failure: nothing that polls may hang for a minute. The time in which a person is asked
  // does not count for the deadline (SshOperation::extended).
  QCoro::Task<Result<std::shared_ptr<SessionInbox>>> inbox(SshOperation& operation,
                                                           QDeadlineTimer deadline,
                                                           Wish wish = Wish::operation);
  // Running operations, and those that wait for a login, end with "host.unreachable".
  void disconnect();
  // The same by a person's wish: until the next click nothing logs in again by itself.
  void leave();
  // All operations end with "cancelled"; the session's thread is joined. Afterwards every call ends
  // with "cancelled".
  QCoro::Task<void> finish();

  // Long running work that belongs to the link's life (the two ends of a forward).
  TaskGroup& tasks() { return m_tasks; }

 signals:
  void stateChanged();

 private:
  friend class SshOperation;

  void start();
  QCoro::Task<void> keep(std::stop_token stop);
  QCoro::Task<Result<void>> logIn(bool mayAsk, std::stop_token stop);
  QCoro::Task<Result<void>> logInToHop(const SshSettings& settings, bool isFirst, bool mayAsk,
                                       std::stop_token stop);
  QCoro::Task<Result<std::unique_ptr<Transport>>> openWay(LoginRequest& request, bool isFirst,
                                                          std::stop_token stop);
  QCoro::Task<std::optional<Error>> whyNotCarried(Transport& carrier, std::stop_token stop);
  QCoro::Task<Error> untilLost(std::stop_token stop);
  std::optional<Error> lostAt(std::size_t number);
  void dropPath();
  QCoro::Task<Result<LoginOutcome>> converse(SshSession& session, std::stop_token stop);
  QCoro::Task<void> ask(std::shared_ptr<LoginPrompts> mailbox, LoginQuestion question,
                        std::stop_token stop);
  std::chrono::milliseconds asked() const;
  Error logInAgain(const Error& lost) const;
  QCoro::Task<Result<QStringList>> resolve(const SshSettings& settings, std::stop_token stop);
  QCoro::Task<void> learnPath(std::stop_token stop);
  void fail(Error why);
  void set(Link link, const std::optional<Error>& why = {}, double nextTry = 0);
  void wakeOperations();

  SshHostSettings m_settings;
  AskPerson m_ask;
  LinkState m_state;
  std::optional<Error> m_failure;  // the last one
  int m_failures = 0;              // logins that failed: those who wait see that theirs has
  bool m_isClicked = false, m_isFinished = false, m_isKeeping = false, m_isLeft = false;
  bool m_neededInteraction = false;  // the last login that was made
  int m_waiting = 0;                 // operations that wait for a session
  int m_open = 0;                    // questions that a person has before them
  QElapsedTimer m_sinceAsked;
  std::chrono::milliseconds m_asked{};  // how long a person was asked, in all
  std::stop_source m_keeping, m_asking;
  std::map<QString, QList<HostKey>> m_acceptedKeys;  // by the host's name in known_hosts
  QByteArray m_loginPath;
  bool m_isPathAsked = false;
  std::vector<Diagnostic> m_warnings;
  std::set<SshOperation*> m_operations;
  Waiter m_keeper, m_operationEnded;
  struct Hop {
    QString name;
    std::unique_ptr<Transport> carrier;  // none: a TCP connection of its own
    std::unique_ptr<SshSession> session;
  };
  std::vector<Hop> m_path;  // from the first host on; the target, when it is connected, is the last
  TaskGroup m_tasks;
};

}  // namespace trainyard
