// SPDX-License-Identifier: GPL-3.0-or-later
// One file because the life of an entry, from its first use to its removal, is one object's.
#include "remote/service/targets/target_registry.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

const QString hereName = QStringLiteral("here");

Error unknownTarget(const QString& name) {
  return make_error("target.unknown", {{"name", name.toStdString()}});
}

}  // namespace

TargetRegistry::TargetRegistry(TargetSettingsFile file, std::unique_ptr<TargetSite> here,
                               QString base, QString programs, MakeSite makeSite)
    : m_file(std::move(file)),
      m_base(std::move(base)),
      m_programs(std::move(programs)),
      m_makeSite(std::move(makeSite)) {
  auto entry = std::make_unique<Entry>();
  entry->settings.name = hereName;
  entry->settings.base = m_base;
  entry->site = std::move(here);
  m_entries[hereName] = std::move(entry);
  m_idleTimer.setInterval(std::chrono::seconds(30));
  connect(&m_idleTimer, &QTimer::timeout, this, &TargetRegistry::closeIdle);
  m_idleTimer.start();
}

QCoro::Task<void> TargetRegistry::finish() {
  m_idleTimer.stop();
  co_await m_tasks.finish();
  for (auto& [name, entry] : m_entries) co_await entry->site->finish();
  for (auto& monitored : m_monitored) co_await monitored->site->finish();
}

Result<TargetRegistry::Entry*> TargetRegistry::entryOf(const QString& name) {
  if (const auto known = m_entries.find(name); known != m_entries.end()) return known->second.get();
  TRY(auto settings, m_file.read());
  const TargetSettings* found = findTarget(settings, name);
  if (!found || !m_makeSite) return unknownTarget(name);
  auto entry = std::make_unique<Entry>();
  entry->settings = *found;
  entry->facts = readTargetFacts(name);
  entry->site = takeMonitored(*found);
  const bool isLoggedIn = entry->site != nullptr;
  if (!isLoggedIn) entry->site = m_makeSite(*found);
  entry->sinceUse.start();
  connect(entry->site.get(), &TargetSite::linkChanged, this, [this, name] { noteLink(name); });
  if (isLoggedIn)
    QMetaObject::invokeMethod(
        this,
        [this, name] {
          if (m_entries.contains(name)) noteLink(name);
        },
        Qt::QueuedConnection);
  return (m_entries[name] = std::move(entry)).get();
}

HeldTarget TargetRegistry::heldOf(Entry& entry) const {
  HeldTarget held;
  const bool isHere = entry.settings.name == hereName;
  held.target = {entry.settings.name,
                 &entry.site->host(),
                 &entry.site->scheduler(),
                 entry.settings.base,
                 isHere ? m_programs : entry.settings.engine,
                 entry.facts};
  // Read each time: a user's file may have changed.
  if (auto profile = readSite(entry.settings.site))
    held.target.site = std::move(*profile);
  else
    held.target.siteProblem = profile.error();
  held.site = entry.site.get();
  held.hold = entry.hold;
  return held;
}

Result<HeldTarget> TargetRegistry::hold(const QString& name) {
  TRY(auto entry, entryOf(name));
  return heldOf(*entry);
}

QCoro::Task<Result<HeldTarget>> TargetRegistry::ready(QString name, Login login,
                                                      std::stop_token stop) {
  auto held = hold(name);
  if (!held || held->target.isHere()) co_return held;
  const TargetSite::Link link = held->site->link();
  if (login == Login::onDemand && link.link == TargetLink::refused) co_return errorOf(link);
  CO_TRY(co_await held->site->logIn(stop));
  // The entry exists as long as it is held.
  Entry& entry = *m_entries.at(name);
  if (entry.learned == 0 && !entry.isLearning) m_tasks.start(learn(name));
  if (entry.learned == 0) {
    const bool isKnown = co_await whileLearning(name, stop);
    if (!isKnown) co_return cancelledError();
  }
  if (entry.learned == 0 && entry.learnProblem) co_return Error(*entry.learnProblem);
  co_return heldOf(entry);
}

QCoro::Task<Result<HeldTarget>> TargetRegistry::reached(QString name, std::stop_token stop) {
  auto held = hold(name);
  if (!held || held->target.isHere()) co_return held;
  CO_TRY(co_await held->site->logIn(stop));
  co_return hold(name);
}

// False: stopped.
QCoro::Task<bool> TargetRegistry::whileLearning(QString name, std::stop_token stop) {
  const Entry& entry = *m_entries.at(name);
  Waiter waiter;
  connect(this, &TargetRegistry::changed, &waiter, [&](const QString& target) {
    if (target == name) waiter.wake();
  });
  while (entry.isLearning)
    if (const Waited waited = co_await waiter.wait(stop); waited == Waited::stopped)
      co_return false;
  co_return true;
}

Result<QList<TargetRecord>> TargetRegistry::list() {
  TRY(auto settings, m_file.read());
  settings.prepend(m_entries.at(hereName)->settings);
  QList<TargetRecord> records;
  for (const TargetSettings& target : settings) {
    TargetRecord record;
    record.settings = target;
    if (const auto known = m_entries.find(target.name); known != m_entries.end()) {
      const TargetSite::Link link = known->second->site->link();
      record.link = link.link;
      record.reason = link.reason;
      record.code = link.code;
      record.since = link.since;
      record.nextTry = link.nextTry;
      record.arguments = link.arguments;
      const auto& problem = known->second->learnProblem;
      if (problem && link.link == TargetLink::connected) {
        record.reason = text(problem->message);
        record.code = text(problem->code);
        record.arguments = problem->arguments;
      }
      record.facts = known->second->facts;
    } else {
      record.facts = readTargetFacts(target.name);
    }
    record.kind = kindOfTarget(target.name, record.facts).name;
    if (auto site = readSite(target.site))
      record.site = std::move(*site);
    else
      record.siteProblem = messageOf(site.error());
    records.append(record);
  }
  return records;
}

TargetFacts TargetRegistry::facts(const QString& name) const {
  const auto known = m_entries.find(name);
  return known == m_entries.end() ? readTargetFacts(name) : known->second->facts;
}

Result<void> TargetRegistry::add(const TargetSettings& settings) {
  if (auto added = m_file.add(settings); !added) return added;
  const bool isLookedAt =
      std::any_of(m_monitored.begin(), m_monitored.end(),
                  [&](const auto& each) { return each->host == settings.host; });
  if (isLookedAt) (void)entryOf(settings.name);
  emit changed(settings.name);
  return {};
}

bool TargetRegistry::isInUse(const QString& name) const {
  const auto known = m_entries.find(name);
  return known != m_entries.end() &&
         (known->second->hold.use_count() > 1 || known->second->isLearning);
}

// Ends its session, which is recreated when needed.
QCoro::Task<void> TargetRegistry::drop(QString name) {
  const auto known = m_entries.find(name);
  if (known == m_entries.end()) co_return;
  const std::unique_ptr<Entry> entry = std::move(known->second);
  m_entries.erase(known);
  disconnect(entry->site.get(), nullptr, this,
             nullptr);  // its last notifications are about a target that no longer exists
  co_await entry->site->finish();
}

QCoro::Task<Result<void>> TargetRegistry::edit(TargetSettings settings) {
  const QString name = settings.name;
  if (name == hereName) co_return make_error("target.here", {});
  CO_TRY(auto all, m_file.read());
  const TargetSettings* old = findTarget(all, name);
  if (!old) co_return unknownTarget(name);
  const bool isOtherMachine = old->host != settings.host || old->sshConfig != settings.sshConfig;
  const bool isOtherLogin = isOtherMachine || old->sharesWithGroup != settings.sharesWithGroup;
  if (isOtherLogin && isInUse(name))
    co_return make_error("target.in_use", {{"target", name.toStdString()}});
  CO_TRY(m_file.change(settings));
  if (isOtherLogin) {
    co_await drop(name);
  } else if (const auto known = m_entries.find(name); known != m_entries.end()) {
    known->second->settings = settings;
    if (old->base != settings.base)
      known->second->learned = 0;  // the new base has different free
                                   // space
  }
  if (isOtherMachine) removeTargetFacts(name);
  emit changed(name);
  co_return {};
}

QCoro::Task<Result<void>> TargetRegistry::remove(QString name) {
  if (name == hereName) co_return make_error("target.here", {});
  if (isInUse(name)) co_return make_error("target.in_use", {{"target", name.toStdString()}});
  if (auto removed = m_file.remove(name); !removed) co_return removed;
  co_await drop(name);
  removeTargetFacts(name);
  emit changed(name);
  co_return {};
}

QCoro::Task<Result<void>> TargetRegistry::logIn(QString name, std::stop_token stop) {
  CO_TRY(auto held, hold(name));
  co_return co_await held.site->logIn(stop);
}

Result<void> TargetRegistry::logOut(const QString& name) {
  TRY(auto held, hold(name));
  held.site->leave();
  return {};
}

QCoro::Task<Result<TargetCheckAnswer>> TargetRegistry::check(QString name, TargetSite::CheckBy by,
                                                             std::stop_token stop) {
  CO_TRY(auto held, hold(name));
  CO_TRY(co_await held.site->logIn(stop));
  const Entry& entry = *m_entries.at(name);
  // A new login is learned about automatically; problems are then only determined once.
  if (entry.isLearning) {
    const bool isKnown = co_await whileLearning(name, stop);
    if (!isKnown) co_return cancelledError();
    if (entry.learnProblem) co_return Error(*entry.learnProblem);
  }
  auto answer = co_await held.site->check(held.target.base, facts(name), by, stop);
  if (answer && !held.target.isHere()) keepFacts(name, answer->facts);
  co_return answer;
}

QCoro::Task<Result<QList<BaseFolder>>> TargetRegistry::bases(QString host, QString sshConfig,
                                                             std::stop_token stop) {
  if (!m_makeSite) co_return unknownTarget(host);
  // With the host's own name, which is shown in its login's questions.
  const TargetSettings settings{host, host, sshConfig, QString(), QString()};
  CO_TRY(checkTargetHost(host));
  Monitored& monitored = monitorOf(settings);
  ++monitored.users;
  Result<QList<BaseFolder>> bases = QList<BaseFolder>();
  if (auto connected = co_await monitored.site->logIn(stop); !connected)
    bases = connected.error();
  else
    bases = co_await monitored.site->bases(stop);
  monitored.sinceUse.restart();
  if (--monitored.users > 0 || monitored.site->link().link == TargetLink::connected)
    co_return bases;
  const auto gone = std::find_if(m_monitored.begin(), m_monitored.end(),
                                 [&](const auto& each) { return each.get() == &monitored; });
  std::unique_ptr<Monitored> taken = std::move(*gone);
  m_monitored.erase(gone);
  co_await taken->site->finish();
  co_return bases;
}

TargetRegistry::Monitored& TargetRegistry::monitorOf(const TargetSettings& settings) {
  for (auto& known : m_monitored)
    if (known->host == settings.host && known->sshConfig == settings.sshConfig) return *known;
  auto monitored = std::make_unique<Monitored>();
  monitored->host = settings.host;
  monitored->sshConfig = settings.sshConfig;
  monitored->site = m_makeSite(settings);
  monitored->sinceUse.start();
  m_monitored.push_back(std::move(monitored));
  return *m_monitored.back();
}

// Takes its session for the target; null if nobody has looked at this host.
std::unique_ptr<TargetSite> TargetRegistry::takeMonitored(const TargetSettings& settings) {
  for (auto known = m_monitored.begin(); known != m_monitored.end(); ++known) {
    Monitored& monitored = **known;
    if (monitored.host != settings.host || monitored.sshConfig != settings.sshConfig ||
        monitored.users > 0 || monitored.site->link().link != TargetLink::connected)
      continue;
    auto site = std::move(monitored.site);
    m_monitored.erase(known);
    site->setSettings(settings);
    site->takeFacts(readTargetFacts(settings.name));
    return site;
  }
  return nullptr;
}

QCoro::Task<void> TargetRegistry::endMonitored(std::unique_ptr<Monitored> monitored) {
  co_await monitored->site->finish();
}

void TargetRegistry::closeIdleLookedAt() {
  for (auto each = m_monitored.begin(); each != m_monitored.end();) {
    Monitored& monitored = **each;
    const auto limit = monitored.site->link().neededInteraction ? lookedAtLimit : idleLimit;
    if (monitored.users > 0 ||
        !monitored.sinceUse.hasExpired(std::chrono::milliseconds(limit).count())) {
      ++each;
      continue;
    }
    m_tasks.start(endMonitored(std::move(*each)));
    each = m_monitored.erase(each);
  }
}

bool TargetRegistry::hasPersonsSession() const {
  return std::any_of(
             m_entries.begin(), m_entries.end(),
             [](const auto& each) { return each.second->site->link().neededInteraction; }) ||
         std::any_of(m_monitored.begin(), m_monitored.end(),
                     [](const auto& each) { return each->site->link().neededInteraction; });
}

void TargetRegistry::noteReached(const QString& name) {
  const auto known = m_entries.find(name);
  if (known == m_entries.end() || name == hereName) return;
  Entry& entry = *known->second;
  if (!entry.learnProblem || entry.isLearning || !entry.nextLearn.hasExpired()) return;
  entry.nextLearn = QDeadlineTimer(learnPause);
  m_tasks.start(learn(name));
}

void TargetRegistry::noteForward(const QString& name, bool isAllowed) {
  TargetFacts known = facts(name);
  if (name == hereName || known.canForward == isAllowed) return;
  known.canForward = isAllowed;
  keepFacts(name, known);
}

void TargetRegistry::keepFacts(const QString& name, const TargetFacts& facts) {
  if (const auto known = m_entries.find(name); known != m_entries.end()) {
    known->second->facts = facts;
    known->second->site->takeFacts(facts);
  }
  if (auto written = writeTargetFacts(name, facts); !written)
    qWarning("%s", written.error().message.c_str());
  emit changed(name);
}

void TargetRegistry::noteLink(const QString& name) {
  Entry& entry = *m_entries.at(name);
  const TargetLink link = entry.site->link().link;
  const bool isNew =
      link == TargetLink::connected && std::exchange(entry.lastLink, link) != TargetLink::connected;
  entry.lastLink = link;
  if (isNew && !entry.isLearning) m_tasks.start(learn(name));
  emit changed(name);
}

QCoro::Task<void> TargetRegistry::learn(QString name) {
  Entry& entry = *m_entries.at(name);
  entry.isLearning = true;
  const auto hold = entry.hold;
  auto learned = co_await entry.site->learn(entry.settings.base, m_tasks.token());
  entry.isLearning = false;
  if (!learned) {
    entry.learnProblem = learned.error();
    if (learned.error().kind != ErrorKind::cancelled)
      qWarning("%s: %s", qPrintable(name), learned.error().message.c_str());
    emit changed(name);
    co_return;
  }
  ++entry.learned;
  entry.learnProblem.reset();
  // A login does not provide the check job's results.
  learned->node = entry.facts.node;
  if (!learned->canForward) learned->canForward = entry.facts.canForward;
  keepFacts(name, *learned);
}

void TargetRegistry::closeIdle() {
  closeIdleLookedAt();
  for (auto& [name, entry] : m_entries) {
    if (name == hereName) continue;
    const TargetSite::Link link = entry->site->link();
    if (entry->hold.use_count() > 1 || link.neededInteraction)
      entry->sinceUse.restart();
    else if (link.link == TargetLink::connected &&
             entry->sinceUse.hasExpired(std::chrono::milliseconds(idleLimit).count()))
      entry->site->logOut();
  }
}

}  // namespace trainyard
