// SPDX-License-Identifier: GPL-3.0-or-later
// The targets of this user in the service: this computer and the clusters in the settings file.
// Creates a cluster's session and queue when they are first needed, learns about it at every login,
// and logs out after it has not been needed for a while. One thread.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "remote/process/task_group.h"
#include "remote/service/targets/target_site.h"
#include "remote/target/target.h"
#include "remote/target/target_settings.h"

namespace trainyard {

// A target that does not change while this object exists.
struct HeldTarget {
  Target target;
  TargetSite* site = nullptr;
  std::shared_ptr<const bool> hold;
};

class TargetRegistry : public QObject {
  Q_OBJECT

 public:
  using MakeSite = std::function<std::unique_ptr<TargetSite>(const TargetSettings& settings)>;
  // `base`, `programs`: on this computer.
  TargetRegistry(TargetSettingsFile file, std::unique_ptr<TargetSite> here, QString base,
                 QString programs, MakeSite makeSite);
  // Must be called after everything held was released.
  QCoro::Task<void> finish();

  // Does not connect. Errors: "target.unknown", "targets.unreadable".
  Result<HeldTarget> hold(const QString& name);
  // Returns it logged in, with its facts learned. A refused login is only retried with `onClick`,
  // when the user asks for it.
  enum class Login { onDemand, onClick };
  QCoro::Task<Result<HeldTarget>> ready(QString name, Login login, std::stop_token stop);
  // Returns it logged in, whatever is known of its queue; a refused or ended login is tried again,
  // since the user asks for it.
  QCoro::Task<Result<HeldTarget>> reached(QString name, std::stop_token stop);
  // Starts with this computer.
  Result<QList<TargetRecord>> list();
  TargetFacts facts(const QString& name) const;

  Result<void> add(const TargetSettings& settings);
  // Changes the target with this name. Site, base and engine apply from now on; a different login
  // (host, configuration, readers) ends an open one: error "target.in_use" while it is needed.
  // Errors: those of TargetSettingsFile::change.
  QCoro::Task<Result<void>> edit(TargetSettings settings);
  // Error "target.in_use" while it is held.
  QCoro::Task<Result<void>> remove(QString name);
  QCoro::Task<Result<void>> logIn(QString name, std::stop_token stop);
  Result<void> logOut(const QString& name);
  // Whether there is a session that is only ended on request, because the user authenticated it.
  bool hasPersonsSession() const;

  // Checks whether runs can use it; what was learned is kept.
  QCoro::Task<Result<TargetCheckAnswer>> check(QString name, TargetSite::CheckBy by,
                                               std::stop_token stop);
  // For a host that is not a target yet. Its session is kept for a while and used by a target that
  // is then added for it, so that nobody has to log in twice.
  QCoro::Task<Result<QList<BaseFolder>>> bases(QString host, QString sshConfig,
                                               std::stop_token stop);

  // Removes the logins' unlocked keys from memory; set by their owner.
  std::function<void()> forgetKeys = [] {};

  // Lets holders report better information than is known.
  void keepFacts(const QString& name, const TargetFacts& facts);
  void noteForward(const QString& name, bool isAllowed);
  // It answers: what could not be learned at its login is retried from time to time.
  void noteReached(const QString& name);

  static constexpr std::chrono::minutes idleLimit{10}, lookedAtLimit{30};
  static constexpr std::chrono::seconds learnPause{30};

 signals:
  void changed(const QString& target);

 private:
  struct Entry {
    TargetSettings settings;
    std::unique_ptr<TargetSite> site;
    TargetFacts facts;
    std::shared_ptr<const bool> hold = std::make_shared<const bool>(true);
    QElapsedTimer sinceUse;
    TargetLink lastLink = TargetLink::none;
    bool isLearning = false;
    int learned = 0;  // number of logins whose facts are known
    std::optional<Error> learnProblem;
    QDeadlineTimer nextLearn;  // expired: immediately
  };
  // A host that was looked up.
  struct Monitored {
    QString host, sshConfig;
    std::unique_ptr<TargetSite> site;
    QElapsedTimer sinceUse;
    int users = 0;
  };
  Monitored& monitorOf(const TargetSettings& settings);
  std::unique_ptr<TargetSite> takeMonitored(const TargetSettings& settings);
  QCoro::Task<void> endMonitored(std::unique_ptr<Monitored> monitored);
  void closeIdleLookedAt();
  Result<Entry*> entryOf(const QString& name);
  HeldTarget heldOf(Entry& entry) const;
  bool isInUse(const QString& name) const;
  QCoro::Task<void> drop(QString name);
  void noteLink(const QString& name);
  QCoro::Task<void> learn(QString name);
  QCoro::Task<bool> whileLearning(QString name, std::stop_token stop);
  void closeIdle();

  TargetSettingsFile m_file;
  QString m_base, m_programs;
  MakeSite m_makeSite;
  std::map<QString, std::unique_ptr<Entry>> m_entries;  // "here", and those that were needed
  std::vector<std::unique_ptr<Monitored>> m_monitored;
  QTimer m_idleTimer;
  TaskGroup m_tasks;
};

}  // namespace trainyard
