// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/targets/cluster_site.h"

#include <algorithm>

#include "remote/schedulers/login_facts.h"

namespace trainyard {
namespace {

Readers readersOf(const TargetSettings& settings) {
  return settings.sharesWithGroup ? Readers::group : Readers::owner;
}

TargetLink linkFrom(trainyard::Link link) {
  switch (link) {
    case trainyard::Link::connecting:
      return TargetLink::connecting;
    case trainyard::Link::connected:
      return TargetLink::connected;
    case trainyard::Link::waiting:
      return TargetLink::waiting;
    case trainyard::Link::refused:
      return TargetLink::refused;
    case trainyard::Link::none:
      break;
  }
  return TargetLink::none;
}

}  // namespace

ClusterSite::ClusterSite(const TargetSettings& settings, const TargetFacts& facts,
                         ClientQuestions& questions, StreamListener& door,
                         std::shared_ptr<KeyRing> keys)
    : m_host(
          {settings.name, settings.host, settings.sshConfig, std::move(keys), readersOf(settings)},
          [&questions](LoginQuestion question, std::stop_token stop) {
            return questions.ask(std::move(question), std::move(stop));
          },
          door) {
  useKind(kindOfTarget(settings.name, facts), facts);
  connect(&m_host, &SshHost::stateChanged, this, &TargetSite::linkChanged);
}

// Which scheduler a cluster has is known after its first login. Whoever has asked the one that was
// assumed still gets its answer.
void ClusterSite::useKind(const SchedulerKind& kind, const TargetFacts& facts) {
  const bool isUsed = !m_schedulers.empty() && &scheduler().kind() == &kind;
  if (!isUsed) m_schedulers.push_back(kind.make({&m_host, {}, facts}));
}

TargetSite::Link ClusterSite::link() const {
  const LinkState state = m_host.state();
  return {linkFrom(state.link),
          state.reason,
          QString::fromStdString(state.code),
          state.since,
          state.nextTry,
          state.arguments,
          state.neededInteraction};
}

void ClusterSite::setSettings(const TargetSettings& settings) {
  m_host.setSettings(settings.name, readersOf(settings));
}

QCoro::Task<Result<TargetFacts>> ClusterSite::learn(QString base, std::stop_token stop) {
  auto facts = co_await learnTarget(m_host, std::move(base), std::move(stop));
  if (facts) useKind(*kindNamed(facts->scheduler), *facts);
  // What the user fixes in the account's start files only takes effect at the next login. Logging
  // out once nothing runs there costs nothing, unless the user would have to answer questions
  // again.
  static constexpr const char* ofLogin[] = {"host.no_rsync", "host.no_scheduler",
                                            "host.slurm_silent", "host.no_answer",
                                            "host.other_answer"};
  if (!facts && !m_host.state().neededInteraction &&
      std::any_of(std::begin(ofLogin), std::end(ofLogin),
                  [&](const char* code) { return facts.error().code == code; }))
    m_host.disconnectWhenIdle();
  co_return facts;
}

QCoro::Task<Result<QList<BaseFolder>>> ClusterSite::bases(std::stop_token stop) {
  CO_TRY(auto offers, co_await offerBases(m_host, stop));
  QList<BaseFolder> bases;
  for (const BaseOffer& offer : offers)
    bases.append({offer.path, offer.label, offer.freeBytes, offer.quotaBytes, offer.isWritable});
  co_return bases;
}

QCoro::Task<Result<TargetCheckAnswer>> ClusterSite::check(QString base, TargetFacts known,
                                                          CheckBy by, std::stop_token stop) {
  CO_TRY(auto facts, co_await learn(base, stop));
  facts.canForward = known.canForward;
  facts.node = known.node;
  if (const auto checkJob = scheduler().kind().checkJob; checkJob && by == CheckBy::job) {
    CO_TRY(facts, co_await checkJob(m_host, scheduler(), facts, base, stop));
  }
  TargetCheckAnswer answer;
  answer.facts = facts;
  // Tries the helper if runs were sent there before.
  if (!m_host.helper().hasPlace()) m_host.useHelper(base, {});
  (void)co_await m_host.list(base + QStringLiteral("/engine"), stop);
  if (const Message& why = m_host.helper().problem(); !why.text.isEmpty())
    answer.findings.append({Severity::info,
                            "target.no_helper",
                            makeMessage("target.no_helper", {{"why", asArgument(why)}}).text,
                            {{"why", asArgument(why)}}});
  for (const Diagnostic& warning : m_host.warnings())
    answer.findings.append({warning.severity, warning.code, QString::fromStdString(warning.text)});
  if (m_host.programLimit() > 0)
    answer.findings.append(
        {Severity::info, "target.few_sessions", makeMessage("target.few_sessions").text, {}});
  for (const Diagnostic& finding : findingsOf(facts))
    answer.findings.append(
        {finding.severity, finding.code, QString::fromStdString(finding.text), finding.arguments});
  co_return answer;
}

}  // namespace trainyard
