// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/path_help.h"

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/settings.h"
#include "gui/experiments/checks/path_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype maxOfTarget = countedPathsLimit;  // per request

// Fields whose files are read by training: those in environment and code are not data.
bool isCounted(const FieldInfo& field, const Experiment& experiment) {
  return field.is_path && field.section != "environment" && field.section != "code" &&
         condition_holds(field.applies_when, experiment);
}

QStringList writtenPaths(const FieldInfo& field, const Experiment& experiment) {
  const Value value = field.get(experiment);
  QStringList paths;
  if (const auto* one = value.get_if<std::string>()) paths << QString::fromStdString(*one);
  if (const auto* list = value.get_if<List>())
    for (const Value& item : *list)
      if (const auto* one = item.get_if<std::string>()) paths << QString::fromStdString(*one);
  return paths;
}

}  // namespace

PathHelp::PathHelp(ServiceClient* client, TargetList* targets)
    : m_client(client), m_targets(targets), m_target(u"here"_s) {
  m_pause.setSingleShot(true);
  m_pause.setInterval(pauseMilliseconds);
  m_debounce.setSingleShot(true);
  m_debounce.setInterval(debounceMilliseconds);
  connect(&m_pause, &QTimer::timeout, this, &PathHelp::askNow);
  connect(&m_debounce, &QTimer::timeout, this, &PathHelp::startCounting);
  connect(m_client, &ServiceClient::connected, this, &PathHelp::countAgain);
  connect(m_targets, &TargetList::changed, this, &PathHelp::countAgain);
}

PathHelp::~PathHelp() {
  m_namesStop.request_stop();
  m_countStop.request_stop();
}

bool PathHelp::mayAsk(const QString& target) const {
  if (!m_client->isConnected()) return false;
  if (TargetList::isHere(target)) return true;
  const TargetRecord* known = m_targets->find(target);
  return known && known->link == TargetLink::connected;
}

std::optional<PathPlace> PathHelp::placeOf(const QString& written, Owner owner) const {
  const QString here = u"here"_s;
  if (isPlaceOnTarget(written)) return PathPlace{owner == Owner::here ? here : m_target, written};
  if (written.isEmpty() || written.startsWith(u'~') || m_folder.isEmpty()) return std::nullopt;
  return PathPlace{here, m_folder + u'/' + written};
}

void PathHelp::setContext(const QString& target, const QString& folder,
                          const Experiment& experiment) {
  m_target = target;
  m_folder = folder;
  std::map<QString, QList<PathPlace>> places;
  for (const FieldInfo& field : fields()) {
    if (!isCounted(field, experiment)) continue;
    const QStringList written = writtenPaths(field, experiment);
    QList<PathPlace> known;
    for (const QString& path : written)
      if (auto place = placeOf(path, Owner::target)) known << *place;
    // A partial sum would be misleading.
    if (!known.isEmpty() && known.size() == written.size())
      places[QString::fromStdString(field.path)] = known;
  }
  if (places == m_places) return;
  m_places.swap(places);
  for (const auto& [field, before] : places)
    if (const auto now = m_places.find(field); now == m_places.end() || now->second != before)
      setHint(field, {});
  countAgain();
}

void PathHelp::countAgain() {
  m_countStop.request_stop();
  m_countStop = std::stop_source();
  for (const auto& [field, places] : m_places)
    for (const PathPlace& place : places)
      if (!mayAsk(place.target)) setHint(field, {});  // out of date
  m_debounce.start();
}

void PathHelp::setHint(const QString& field, const QString& words) {
  if (m_words.value(field) == words) return;
  m_words[field] = words;
  emit counted(field);
}

void PathHelp::startCounting() { runCounts(m_countStop.get_token()); }

// Field by field, so that many small answers do not wait for a large one.
QCoro::Task<void> PathHelp::runCounts(std::stop_token stop) {
  const QPointer<PathHelp> self(this);  // may be gone when an answer arrives
  const auto wanted = m_places;
  for (const auto& [field, places] : wanted) {
    QList<PathCount> counts;
    std::map<QString, QStringList> byTarget;
    for (const PathPlace& place : places) byTarget[place.target] << place.path;
    bool isKnown = true;
    for (const auto& [target, paths] : byTarget) {
      if (!mayAsk(target) || paths.size() > maxOfTarget) {
        isKnown = false;
        continue;
      }
      auto answer = co_await m_client->call(methods::pathsCount, stop, target, paths);
      if (!self || stop.stop_requested()) co_return;
      // There must be one for each path, otherwise they cannot be assigned.
      isKnown = isKnown && answer && answer->counts.size() == paths.size();
      if (isKnown) counts << answer->counts;
    }
    setHint(field, isKnown ? PathText::count(counts) : QString());
    if (!self) co_return;
  }
}

void PathHelp::ask(QObject* asker, const QString& typed, Owner owner) {
  m_namesStop.request_stop();
  m_namesStop = std::stop_source();
  m_asker = asker;
  m_typed = typed;
  m_owner = owner;
  m_pause.start();
}

void PathHelp::cancel(QObject* asker) {
  if (m_asker != asker) return;
  m_pause.stop();
  m_namesStop.request_stop();
}

void PathHelp::askNow() {
  if (!m_asker) return;
  const qsizetype slash = m_typed.lastIndexOf(u'/');
  const QString folder = m_typed.first(slash + 1), prefix = m_typed.sliced(slash + 1);
  auto place = placeOf(folder.isEmpty() ? u"./"_s : folder, m_owner);
  if (!place || prefix == u"~"_s || !mayAsk(place->target)) return;
  runNames(m_asker, m_typed, *place, prefix, m_namesStop.get_token());
}

QCoro::Task<void> PathHelp::runNames(QPointer<QObject> asker, QString typed, PathPlace folder,
                                     QString prefix, std::stop_token stop) {
  const QPointer<PathHelp> self(this);
  const auto names =
      co_await m_client->call(methods::pathsList, stop, folder.target, folder.path, prefix);
  if (!self || stop.stop_requested() || !asker || !names) co_return;
  emit named(asker, typed, *names);
}

}  // namespace trainyard
