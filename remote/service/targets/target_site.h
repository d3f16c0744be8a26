// SPDX-License-Identifier: GPL-3.0-or-later
// A target as the service holds it: its machine, its queue, and the login to it.
#pragma once

#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QObject>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/service/protocol/protocol.h"
#include "remote/schedulers/target_facts.h"
#include "remote/target/target_settings.h"

namespace trainyard {

class TargetSite : public QObject {
  Q_OBJECT

 public:
  struct Link {
    TargetLink link = TargetLink::none;
    QString reason, code;
    double since = 0, nextTry = 0;   // Unix seconds
    Map arguments{};                 // of the reason
    bool neededInteraction = false;  // connected: not made again without a person
  };

  virtual Host& host() = 0;
  virtual Scheduler& scheduler() = 0;
  virtual Link link() const = 0;
  // Operations log in by themselves, but not after a refused login; this does.
  virtual QCoro::Task<Result<void>> logIn(std::stop_token stop) = 0;
  virtual void logOut() = 0;
  // The same by a person's wish: nothing but logIn() logs in again.
  virtual void leave() { logOut(); }
  // It was logged in to under its host's name, to look at it: from now on it is this target.
  virtual void become(const TargetSettings& settings) = 0;
  // What the machine and the queue are like; a minute at most.
  virtual QCoro::Task<Result<TargetFacts>> learn(QString base, std::stop_token stop) = 0;
  // Folders that could be its base.
  virtual QCoro::Task<Result<QList<BaseFolder>>> bases(std::stop_token stop) = 0;
  // Whether runs can go there; with a job of a minute that looks at a node.
  enum class CheckBy { login, job };
  virtual QCoro::Task<Result<TargetCheckAnswer>> check(QString base, TargetFacts known, CheckBy by,
                                                       std::stop_token stop) = 0;
  // What became known of it since: by its check job, for one.
  virtual void takeFacts(const TargetFacts& facts) = 0;
  // A run is followed: our helper there, if it can be had, reads and asks for it.
  virtual void useHelper(const QString& base, const QString& programs) {
    (void)base, (void)programs;
  }
  // Something about a job is about to change: its state shall be asked for soon.
  virtual void expectChange() = 0;
  // Operations are cancelled, nothing is left behind. Await it before the object dies.
  virtual QCoro::Task<void> finish() = 0;

 signals:
  void linkChanged();
};

// Why it cannot be reached, as an error.
Error errorOf(const TargetSite::Link& link);

// What is said of a target that stays away, so that tries which fail in turns do not make it talk:
// the first reason of a kind; that it is being connected is none where another one is known.
Error keptReason(std::optional<Error>& kept, Error now);

// After something failed because the target could not be reached: waits until its link changes, or
// until it is time to try again.
QCoro::Task<void> untilWorthTrying(TargetSite& site, std::stop_token stop);

}  // namespace trainyard
