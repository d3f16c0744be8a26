// SPDX-License-Identifier: GPL-3.0-or-later
// This computer as a target: always available.
#pragma once

#include "remote/host/local_host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/service/targets/target_site.h"

namespace trainyard {

class LocalSite : public TargetSite {
 public:
  // `programs`: the folder of yard, yard-agent and engine.
  explicit LocalSite(const QString& programs)
      : m_programs(programs), m_scheduler(directKind().make({&m_host, programs, {}})) {}

  Host& host() override { return m_host; }
  Scheduler& scheduler() override { return *m_scheduler; }
  Link link() const override { return {TargetLink::connected, {}, {}, 0, 0, {}}; }
  QCoro::Task<Result<void>> logIn(std::stop_token) override { co_return {}; }
  void logOut() override {}
  void setSettings(const TargetSettings&) override {}
  QCoro::Task<Result<TargetFacts>> learn(QString, std::stop_token) override {
    co_return TargetFacts();
  }
  QCoro::Task<Result<QList<BaseFolder>>> bases(std::stop_token) override {
    co_return QList<BaseFolder>();
  }
  QCoro::Task<Result<TargetCheckAnswer>> check(QString base, TargetFacts known, CheckBy by,
                                               std::stop_token stop) override;
  void takeFacts(const TargetFacts&) override {}
  void expectChange() override {}
  QCoro::Task<void> finish() override { co_return; }

 private:
  QString m_programs;
  LocalHost m_host;
  std::unique_ptr<Scheduler> m_scheduler;
};

}  // namespace trainyard
