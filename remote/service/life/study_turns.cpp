// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/study_turns.h"

#include <algorithm>

namespace trainyard {

StudyTurns::StudyTurns(RunRegistry& registry) : m_registry(registry) {
  connect(&registry, &RunRegistry::changed, this, &StudyTurns::noteChanged);
}

void StudyTurns::hold(const HeldRun& held) {
  QList<HeldRun>& line = m_held[held.study];
  const auto place = std::ranges::upper_bound(line, held.created, {}, &HeldRun::created);
  line.insert(place, held);
}

// Behind others it need not be looked at: they come first.
bool StudyTurns::take(const HeldRun& held) {
  const bool isFirst = !m_held.contains(held.study);
  hold(held);
  if (!isFirst) return false;
  bool hasCome = false;
  const auto note = connect(this, &StudyTurns::came, this,
                            [&](const QString& run) { hasCome = hasCome || run == held.run; });
  decideFor(held.study);
  disconnect(note);
  return hasCome;
}

void StudyTurns::leave(const QString& run) {
  for (auto line = m_held.begin(); line != m_held.end(); ++line)
    line->removeIf([&](const HeldRun& held) { return held.run == run; });
  m_held.removeIf([](const auto& line) { return line->isEmpty(); });
}

void StudyTurns::decide() {
  const QStringList studies = m_held.keys();
  for (const QString& study : studies) decideFor(study);
}

void StudyTurns::noteChanged(const QString& run) {
  const auto found = m_open.find(run);
  if (found == m_open.end()) return;
  const auto record = m_registry.store.run(run);
  if (record && isOpen(record->state)) return;
  const QString study = *found;
  m_open.erase(found);
  decideFor(study);
}

// A failure that was there before the run was asked for does not count.
bool StudyTurns::hasFailed(const QList<RunRecord>& runs, const HeldRun& held) const {
  return held.failFast && std::ranges::any_of(runs, [&](const RunRecord& run) {
           return (run.state == RunState::failed || run.state == RunState::timed_out) &&
                  run.ended + run.clockOffset > held.created;
         });
}

void StudyTurns::decideFor(const QString& study) {
  const auto runs = m_registry.store.study(study);
  if (!runs || !m_held.contains(study)) return;
  QList<HeldRun>& line = m_held[study];
  QSet<QString> waiting;
  for (const HeldRun& held : std::as_const(line)) waiting.insert(held.run);
  int open = 0;
  for (const RunRecord& run : *runs) {
    if (!isOpen(run.state) || waiting.contains(run.run)) continue;
    m_open[run.run] = study;
    ++open;
  }
  QStringList next, lost;
  while (!line.isEmpty()) {
    const HeldRun& first = line.first();
    const bool isLost = hasFailed(*runs, first);
    if (!isLost && open >= first.parallel) break;
    (isLost ? lost : next) << first.run;
    if (!isLost) m_open[first.run] = study;
    open += isLost ? 0 : 1;
    line.removeFirst();
  }
  if (line.isEmpty()) m_held.remove(study);
  for (const QString& run : std::as_const(next)) emit came(run);
  for (const QString& run : std::as_const(lost)) emit givenUp(run);
}

}  // namespace trainyard
