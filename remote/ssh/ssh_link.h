// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps one host connected, including all hosts on the way to it: logs in when an operation needs
// it, asks the user if necessary, and retries after a lost connection as long as the user is not
// needed: a session for which a password or code was entered is only renewed on a click. Never more
// than one login at a time. Lives in Qt's thread.
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
#include "remote/ssh/link_path.h"
#include "remote/ssh/link_state.h"
#include "remote/ssh/login/login_question.h"

namespace trainyard {

class SshLink;

// A running operation of a host: stopped by its caller, or by the end of the host. Must exist as
// long as the operation runs.
class SshOperation {
 public:
  // A background operation does not keep a session that is better renewed.
  enum class Kind { foreground, background };
  SshOperation(SshLink& link, std::stop_token stop, Kind kind = Kind::foreground);
  ~SshOperation();
  SshOperation(const SshOperation&) = delete;
  SshOperation& operator=(const SshOperation&) = delete;

  std::stop_token token() const { return m_stop.get_token(); }
  Waiter& waiter() { return m_waiter; }
  // A deadline is paused while the user is asked.
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
  const Kind m_kind;
  Waiter m_waiter;
  std::chrono::milliseconds m_asked{};
  std::stop_source m_stop;
  std::stop_callback<Forward> m_onCallersStop;
};

class SshLink : public QObject {
  Q_OBJECT

 public:
  enum class Wish { operation, click };  // a click tries immediately, even after a refusal

  SshLink(SshHostSettings settings, AskPerson ask, QObject* parent = nullptr);

  const SshHostSettings& settings() const { return m_settings; }
  // The same host under a new name, with these readers.
  void setSettings(const QString& target, Readers readers) {
    m_settings.target = target;
    m_settings.readers = readers;
  }
  LinkState state() const { return m_state; }
  // PATH in a login shell of the host; empty if unknown.
  QByteArray loginPath() const { return m_loginPath.text; }
  // About the ssh configuration and known_hosts, from the last login.
  const std::vector<Diagnostic>& warnings() const { return m_login.warnings; }
  // SessionInbox::programLimit() of this session.
  int programLimit() const { return m_path.isEmpty() ? 0 : m_path.inbox()->programLimit(); }

  // Returns the interface to the session, which is created if necessary. Errors:
  // "host.unreachable", "host.refused", "ssh.config", "ask.nobody", "cancelled"; at the deadline
  // "host.unreachable". While it is waiting for its next retry, an operation waits for up to 3 s
  // and otherwise fails immediately with the last failure, so that polling does not hang for a
  // minute. The time while the user is asked does not count towards the deadline
  // (SshOperation::extended).
  QCoro::Task<Result<std::shared_ptr<SessionInbox>>> inbox(SshOperation& operation,
                                                           QDeadlineTimer deadline,
                                                           Wish wish = Wish::operation);
  // Ends running operations, and those waiting for a login, with "host.unreachable".
  void disconnect();
  // Disconnects once no operation needs the session, unless a new login has come before.
  void disconnectWhenIdle();
  // disconnect() at the user's request: there is no automatic login until the next click.
  void leave();
  // Ends all operations with "cancelled"; the session's thread is joined. Afterwards every call
  // ends with "cancelled".
  QCoro::Task<void> finish();

  // Long-running work that is tied to the link's lifetime (the two ends of a forward).
  TaskGroup& tasks() { return m_tasks; }

 signals:
  void stateChanged();

 private:
  friend class SshOperation;

  void start();
  QCoro::Task<void> keep(std::stop_token stop);
  // `isNewPassword`: the user has just chosen one.
  QCoro::Task<Result<void>> logIn(bool mayAsk, std::stop_token stop, bool isNewPassword = false);
  QCoro::Task<Result<void>> choosePassword(SshSettings settings, std::stop_token stop);
  QCoro::Task<Result<void>> logInToHop(const SshSettings& settings, bool isFirst, bool mayAsk,
                                       std::stop_token stop);
  QCoro::Task<Result<LoginOutcome>> converse(SshSession& session, std::stop_token stop);
  QCoro::Task<void> ask(std::shared_ptr<LoginPrompts> mailbox, LoginQuestion question,
                        std::stop_token stop);
  QCoro::Task<Result<LoginAnswer>> answerTo(LoginQuestion question, std::stop_token stop);
  std::chrono::milliseconds asked() const;
  Error logInAgain(const Error& lost) const;
  QCoro::Task<Result<void>> learnPath(std::stop_token stop);
  void fail(Error why);
  void set(Link link, const std::optional<Error>& why = {}, double nextTry = 0);
  void wakeOperations();
  void disconnectIfIdle();

  SshHostSettings m_settings;
  AskPerson m_ask;
  LinkState m_state;
  struct Failures {
    std::optional<Error> last;
    int logins = 0;  // how many failed, by which waiting operations see theirs
  } m_failures;
  bool m_isClicked = false, m_isFinished = false, m_isKeeping = false, m_isLeft = false;
  bool m_disconnectsWhenIdle = false;
  struct Login {
    bool neededInteraction = false;
    std::vector<Diagnostic> warnings;
  } m_login;          // the last one
  int m_waiting = 0;  // number of operations waiting for a session
  struct Questions {
    int open = 0;  // number of questions the user currently has
    QElapsedTimer since;
    std::chrono::milliseconds asked{};  // total time the user was asked
    std::stop_source stop;
  } m_questions;
  std::stop_source m_keeping;
  std::map<QString, QList<HostKey>> m_acceptedKeys;  // by the host's name in known_hosts
  struct LoginPath {
    QByteArray text;
    bool isAsked = false;
  } m_loginPath;
  std::set<SshOperation*> m_operations;
  Waiter m_keeper, m_operationEnded;
  LinkPath m_path{m_settings.host, m_keeper, m_tasks};
  TaskGroup m_tasks;  // ends before the path
};

}  // namespace trainyard
