// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/rehearsal_reader.h"

#include <QPointer>
#include <algorithm>
#include <iterator>
#include <utility>

#include "gui/targets/error_text.h"

namespace trainyard {

RehearsalReader::RehearsalReader(ServiceClient* client, QObject* parent)
    : QObject(parent), m_client(client) {}

RehearsalReader::~RehearsalReader() { m_stop.request_stop(); }

void RehearsalReader::stop() {
  m_stop.request_stop();
  m_stop = std::stop_source();
}

void RehearsalReader::ask(const SubmitRequest& request) {
  stop();
  m_rehearsal.reset();
  m_whyNot.clear();
  m_text = QString::fromUtf8(request.text.value_or(QByteArray()));
  if (std::exchange(m_hasFound, false)) emit found(m_text, {});
  run(request, m_stop.get_token());
}

QCoro::Task<void> RehearsalReader::run(SubmitRequest request, std::stop_token stop) {
  const QPointer<RehearsalReader> self(this);  // may be gone when the answer arrives
  const auto answer = co_await m_client->call(methods::rehearse, stop, request);
  if (!self || stop.stop_requested()) co_return;
  if (answer)
    m_rehearsal = *answer;
  else
    m_whyNot = errorText(answer.error());
  emit changed();
  if (self && !stop.stop_requested()) report();
}

void RehearsalReader::report() {
  if (!m_rehearsal) return;
  std::vector<Diagnostic> news;
  std::ranges::copy_if(m_rehearsal->diagnostics, std::back_inserter(news),
                       [&](const Diagnostic& finding) {
                         return std::ranges::none_of(m_known, [&](const Diagnostic& known) {
                           return known.code == finding.code && known.path == finding.path;
                         });
                       });
  for (Diagnostic& finding : news)
    if (finding.severity == Severity::error) finding.severity = Severity::warning;
  m_hasFound = !news.empty();
  if (m_hasFound) emit found(m_text, news);
}

}  // namespace trainyard
