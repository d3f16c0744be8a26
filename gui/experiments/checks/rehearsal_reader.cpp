// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/rehearsal_reader.h"

#include <QPointer>
#include <algorithm>
#include <iterator>
#include <utility>

#include "gui/targets/error_text.h"

namespace trainyard {

namespace {

bool isSameFinding(const Diagnostic& a, const Diagnostic& b) {
  return a.code == b.code && a.path == b.path;
}

void add(const Rehearsal& run, Rehearsal& all) {
  for (const Diagnostic& finding : run.diagnostics)
    if (std::ranges::none_of(all.diagnostics, [&](const Diagnostic& known) {
          return isSameFinding(known, finding);
        }))
      all.diagnostics.push_back(finding);
  const PlannedMemory* own = run.plan ? run.plan->own() : nullptr;
  const PlannedMemory* most = all.plan ? all.plan->own() : nullptr;
  if (own && (!most || own->total() > most->total())) all.plan = run.plan;
}

}  // namespace

RehearsalReader::RehearsalReader(ServiceClient* client) : m_client(client) {}

RehearsalReader::~RehearsalReader() { m_stop.request_stop(); }

void RehearsalReader::stop() {
  m_stop.request_stop();
  m_stop = std::stop_source();
}

void RehearsalReader::ask(const QList<Run>& runs) {
  stop();
  m_rehearsal.reset();
  m_whyNot.clear();
  m_text = QString::fromUtf8(runs.front().request.text.value_or(QByteArray()));
  m_count = {0, static_cast<int>(runs.size()),
             static_cast<int>(std::ranges::count_if(runs, &Run::steps))};
  if (std::exchange(m_hasFound, false)) emit found(m_text, {});
  rehearse(runs, m_stop.get_token());
}

QCoro::Task<void> RehearsalReader::rehearse(QList<Run> runs, std::stop_token stop) {
  const QPointer<RehearsalReader> self(this);  // may be gone when an answer arrives
  std::optional<Rehearsal> all;
  for (const Run& run : std::as_const(runs)) {
    const auto answer = co_await m_client->call(methods::rehearse, stop, run.request, run.steps);
    if (!self || stop.stop_requested()) co_return;
    if (!answer) {
      m_whyNot = errorText(answer.error());
      emit changed();
      co_return;
    }
    if (all)
      add(*answer, *all);
    else
      all = *answer;
    ++m_count.done;
    if (m_count.done < m_count.all) emit changed();
    if (!self || stop.stop_requested()) co_return;
  }
  m_rehearsal = std::move(all);
  emit changed();
  if (self && !stop.stop_requested()) report();
}

void RehearsalReader::report() {
  if (!m_rehearsal) return;
  std::vector<Diagnostic> news;
  std::ranges::copy_if(
      m_rehearsal->diagnostics, std::back_inserter(news), [&](const Diagnostic& finding) {
        return std::ranges::none_of(
            m_known, [&](const Diagnostic& known) { return isSameFinding(known, finding); });
      });
  for (Diagnostic& finding : news)
    if (finding.severity == Severity::error) finding.severity = Severity::warning;
  m_hasFound = !news.empty();
  if (m_hasFound) emit found(m_text, news);
}

}  // namespace trainyard
