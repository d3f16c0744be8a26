// SPDX-License-Identifier: GPL-3.0-or-later
// The targets of this user in the service: this computer and the clusters of the settings file.
// Makes a cluster's session and queue when they are first needed, learns about it at every login,
// and logs out when nothing has needed it for a while. One thread.
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

// A target that stays as it is while this exists.
struct HeldTarget {
  Target target;
  TargetSite* site = nullptr;
  std::shared_ptr<const bool> hold;
};

class TargetRegistry : public QObject {
  Q_OBJECT

 public:
  using MakeSite = std::function<std::unique_ptr<TargetSite>(const TargetSettings& settings)>;
  // `base`, `programs`: of this computer.
  TargetRegistry(TargetSettingsFile file, std::unique_ptr<TargetSite> here, QString base,
                 QString programs, MakeSite makeSite);
  // After all that was held is let go.
  QCoro::Task<void> finish();

  // Connects to nothing. Errors: "target.unknown", "targets.unreadable".
  Result<HeldTarget> hold(const QString& name);
  // Logged in, with its facts learned. A login that was refused is tried again only `onClick`, when
  // a person asks for it.
  enum class Login { onDemand, onClick };
  QCoro::Task<Result<HeldTarget>> ready(QString name, Login login, std::stop_token stop);
  // This computer first.
  Result<QList<TargetRecord>> list();
  TargetFacts facts(const QString& name) const;

  Result<void> add(const TargetSettings& settings);
  // Changes the target of this name. Site, base and engine count from now on; another login (host,
  // configuration, readers) ends the one that is open: error "target.in_use" while something needs
  // it. Errors: those of TargetSettingsFile::change.
  QCoro::Task<Result<void>> edit(TargetSettings settings);
  // Error "target.in_use" while something holds it.
  QCoro::Task<Result<void>> remove(QString name);
  QCoro::Task<Result<void>> logIn(QString name, std::stop_token stop);
  Result<void> logOut(const QString& name);
  // A session that ends only when somebody says so: a person answered for it.
  bool hasPersonsSession() const;

  // Whether runs can go there; what was learned is kept.
  QCoro::Task<Result<TargetCheckAnswer>> check(QString name, TargetSite::CheckBy by,
                                               std::stop_token stop);
  // Of a host that is no target yet. Its session stays for a while: it becomes that of the target
  // which is added for it, so that nobody logs in twice.
  QCoro::Task<Result<QList<BaseFolder>>> bases(QString host, QString sshConfig,
                                               std::stop_token stop);

  // Unlocked keys of the logins leave the memory; set by who holds them.
  std::function<void()> forgetKeys = [] {};

  // Those who hold it may have learned something better than what was known.
  void keepFacts(const QString& name, const TargetFacts& facts);
  void noteForward(const QString& name, bool isAllowed);
  // It answers: what could not be learned about it at its login is asked for again, now and then.
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
    int learned = 0;  // logins whose facts are known
    std::optional<Error> learnProblem;
    QDeadlineTimer nextLearn;  // expired: at once
  };
  // A host that somebody looked at.
  struct LookedAt {
    QString host, sshConfig;
    std::unique_ptr<TargetSite> site;
    QElapsedTimer sinceUse;
    int users = 0;
  };
  LookedAt& lookAt(const TargetSettings& settings);
  std::unique_ptr<TargetSite> takeLookedAt(const TargetSettings& settings);
  QCoro::Task<void> endLookedAt(std::unique_ptr<LookedAt> lookedAt);
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
  std::vector<std::unique_ptr<LookedAt>> m_lookedAt;
  QTimer m_idleTimer;
  TaskGroup m_tasks;
};

}  // namespace trainyard
