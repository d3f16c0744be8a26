// SPDX-License-Identifier: GPL-3.0-or-later
// A target in the service: its machine, its queue, and the login to it.
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
    Map arguments{};                 // for the reason
    bool neededInteraction = false;  // connected: cannot be renewed without the user
  };

  virtual Host& host() = 0;
  virtual Scheduler& scheduler() = 0;
  virtual Link link() const = 0;
  // Operations log in automatically, but not after a refused login; this does.
  virtual QCoro::Task<Result<void>> logIn(std::stop_token stop) = 0;
  virtual void logOut() = 0;
  // The same at the user's request: only logIn() logs in again.
  virtual void leave() { logOut(); }
  // The session was opened by host name, to look at it: from now on it belongs to this target.
  virtual void setSettings(const TargetSettings& settings) = 0;
  // Learns about machine and queue; takes at most a minute.
  virtual QCoro::Task<Result<TargetFacts>> learn(QString base, std::stop_token stop) = 0;
  // Candidate folders for its base.
  virtual QCoro::Task<Result<QList<BaseFolder>>> bases(std::stop_token stop) = 0;
  // Checks whether runs can use it; optionally with a one-minute job that checks a node.
  enum class CheckBy { login, job };
  virtual QCoro::Task<Result<TargetCheckAnswer>> check(QString base, TargetFacts known, CheckBy by,
                                                       std::stop_token stop) = 0;
  // Passes on what was learned since, for example by its check job.
  virtual void takeFacts(const TargetFacts& facts) = 0;
  // A run is being followed: uses our helper there, if available, for reading and queries.
  virtual void useHelper(const QString& base, const QString& programs) {
    (void)base, (void)programs;
  }
  // A job is about to change: its state should be queried soon.
  virtual void expectChange() = 0;
  // Cancels operations and leaves nothing behind. Must be awaited before the object is destroyed.
  virtual QCoro::Task<void> finish() = 0;

 signals:
  void linkChanged();
};

// Why it cannot be reached, as an error.
Error errorOf(const TargetSite::Link& link);

// Returns the reason to report for a target that stays unreachable, so that alternating failures do
// not cause repeated messages: the first reason of each kind; "connecting" does not replace a known
// reason.
Error keptReason(std::optional<Error>& kept, Error now);

// To be called after something failed because the target could not be reached: waits until its link
// changes, or until a retry is due.
QCoro::Task<void> untilWorthTrying(TargetSite& site, std::stop_token stop);

}  // namespace trainyard
