// SPDX-License-Identifier: GPL-3.0-or-later
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
  for (auto& lookedAt : m_lookedAt) co_await lookedAt->site->finish();
}

Result<TargetRegistry::Entry*> TargetRegistry::entryOf(const QString& name) {
  if (const auto known = m_entries.find(name); known != m_entries.end()) return known->second.get();
  TRY(auto settings, m_file.read());
  const TargetSettings* found = findTarget(settings, name);
  if (!found || !m_makeSite) return unknownTarget(name);
  auto entry = std::make_unique<Entry>();
  entry->settings = *found;
  entry->facts = readTargetFacts(name);
  entry->site = takeLookedAt(*found);
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
  // Read each time: a file of one's own may have changed.
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
  // The entry lives: it is held.
  Entry& entry = *m_entries.at(name);
  if (entry.learned == 0 && !entry.isLearning) m_tasks.start(learn(name));
  if (entry.learned == 0) {
    const bool isKnown = co_await whileLearning(name, stop);
    if (!isKnown) co_return cancelledError();
  }
  if (entry.learned == 0 && entry.learnProblem) co_return Error(*entry.learnProblem);
  co_return heldOf(entry);
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
    record.kind = kindOfTarget(target.name).name;
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
  const bool isLookedAt = std::any_of(m_lookedAt.begin(), m_lookedAt.end(), [&](const auto& each) {
    return each->host == settings.host;
  });
  if (isLookedAt) (void)entryOf(settings.name);
  emit changed(settings.name);
  return {};
}

bool TargetRegistry::isInUse(const QString& name) const {
  const auto known = m_entries.find(name);
  return known != m_entries.end() &&
         (known->second->hold.use_count() > 1 || known->second->isLearning);
}

// Ends its session; it is made again when it is needed.
QCoro::Task<void> TargetRegistry::drop(QString name) {
  const auto known = m_entries.find(name);
  if (known == m_entries.end()) co_return;
  const std::unique_ptr<Entry> entry = std::move(known->second);
  m_entries.erase(known);
  disconnect(entry->site.get(), nullptr, this,
             nullptr);  // its last words are about a target that is not known any more
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
    if (old->base != settings.base) known->second->learned = 0;  // its space is another one
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
  // A new login is learned about by itself; what is wrong with it is found only once.
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
  // Under the host's own name: the questions of its login name it.
  const TargetSettings settings{host, host, sshConfig, QString(), QString()};
  CO_TRY(checkTargetHost(host));
  LookedAt& lookedAt = lookAt(settings);
  ++lookedAt.users;
  Result<QList<BaseFolder>> bases = QList<BaseFolder>();
  if (auto connected = co_await lookedAt.site->logIn(stop); !connected)
    bases = connected.error();
  else
    bases = co_await lookedAt.site->bases(stop);
  lookedAt.sinceUse.restart();
  if (--lookedAt.users > 0 || lookedAt.site->link().link == TargetLink::connected) co_return bases;
  const auto gone = std::find_if(m_lookedAt.begin(), m_lookedAt.end(),
                                 [&](const auto& each) { return each.get() == &lookedAt; });
  std::unique_ptr<LookedAt> taken = std::move(*gone);
  m_lookedAt.erase(gone);
  co_await taken->site->finish();
  co_return bases;
}

TargetRegistry::LookedAt& TargetRegistry::lookAt(const TargetSettings& settings) {
  for (auto& known : m_lookedAt)
    if (known->host == settings.host && known->sshConfig == settings.sshConfig) return *known;
  auto lookedAt = std::make_unique<LookedAt>();
  lookedAt->host = settings.host;
  lookedAt->sshConfig = settings.sshConfig;
  lookedAt->site = m_makeSite(settings);
  lookedAt->sinceUse.start();
  m_lookedAt.push_back(std::move(lookedAt));
  return *m_lookedAt.back();
}

// Its session, as the target's; nothing when nobody has looked at this host.
std::unique_ptr<TargetSite> TargetRegistry::takeLookedAt(const TargetSettings& settings) {
  for (auto known = m_lookedAt.begin(); known != m_lookedAt.end(); ++known) {
    LookedAt& lookedAt = **known;
    if (lookedAt.host != settings.host || lookedAt.sshConfig != settings.sshConfig ||
        lookedAt.users > 0 || lookedAt.site->link().link != TargetLink::connected)
      continue;
    auto site = std::move(lookedAt.site);
    m_lookedAt.erase(known);
    site->become(settings);
    site->takeFacts(readTargetFacts(settings.name));
    return site;
  }
  return nullptr;
}

QCoro::Task<void> TargetRegistry::endLookedAt(std::unique_ptr<LookedAt> lookedAt) {
  co_await lookedAt->site->finish();
}

void TargetRegistry::closeIdleLookedAt() {
  for (auto each = m_lookedAt.begin(); each != m_lookedAt.end();) {
    LookedAt& lookedAt = **each;
    const auto limit = lookedAt.site->link().neededInteraction ? lookedAtLimit : idleLimit;
    if (lookedAt.users > 0 ||
        !lookedAt.sinceUse.hasExpired(std::chrono::milliseconds(limit).count())) {
      ++each;
      continue;
    }
    m_tasks.start(endLookedAt(std::move(*each)));
    each = m_lookedAt.erase(each);
  }
}

bool TargetRegistry::hasPersonsSession() const {
  return std::any_of(
             m_entries.begin(), m_entries.end(),
             [](const auto& each) { return each.second->site->link().neededInteraction; }) ||
         std::any_of(m_lookedAt.begin(), m_lookedAt.end(),
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
  // What the check job saw is not seen at a login.
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
