// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster that is reached over ssh; its queue is one of the kinds in scheduler_kind.h.
#pragma once

#include "remote/host/ssh_host.h"
#include "remote/host/stream_listener.h"
#include "remote/schedulers/scheduler.h"
#include "remote/service/connections/client_questions.h"
#include "remote/service/targets/target_site.h"
#include "remote/target/target_settings.h"

namespace trainyard {

class ClusterSite : public TargetSite {
  Q_OBJECT

 public:
  // `questions` and `door` must outlive it; `keys` are shared by all sites, so that a key is
  // unlocked once.
  ClusterSite(const TargetSettings& settings, const TargetFacts& facts, ClientQuestions& questions,
              StreamListener& door, std::shared_ptr<KeyRing> keys);

  Host& host() override { return m_host; }
  Scheduler& scheduler() override { return *m_schedulers.back(); }
  Link link() const override;
  QCoro::Task<Result<void>> logIn(std::stop_token stop) override {
    return m_host.connect(std::move(stop));
  }
  void logOut() override { m_host.disconnect(); }
  void leave() override { m_host.leave(); }
  void setSettings(const TargetSettings& settings) override;
  QCoro::Task<Result<TargetFacts>> learn(QString base, std::stop_token stop) override;
  QCoro::Task<Result<QList<BaseFolder>>> bases(std::stop_token stop) override;
  QCoro::Task<Result<TargetCheckAnswer>> check(QString base, TargetFacts known, CheckBy by,
                                               std::stop_token stop) override;
  void takeFacts(const TargetFacts& facts) override { scheduler().takeFacts(facts); }
  void useHelper(const QString& base, const QString& programs) override {
    m_host.useHelper(base, programs);
  }
  void expectChange() override { scheduler().expectChange(); }
  QCoro::Task<void> finish() override { return m_host.finish(); }

 private:
  void useKind(const SchedulerKind& kind, const TargetFacts& facts);

  SshHost m_host;
  std::vector<std::unique_ptr<Scheduler>> m_schedulers;  // the last one is in use
};

}  // namespace trainyard
