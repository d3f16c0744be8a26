// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/data_inspection.h"

#include <QPointer>

#include "gui/forms/contract_text.h"
#include "gui/targets/error_text.h"
#include "gui/experiments/checks/submission.h"

using namespace Qt::StringLiterals;

namespace trainyard {
DataInspection::DataInspection(ServiceClient* client) : m_client(client) {
  connect(client, &ServiceClient::progressArrived, this, &DataInspection::showProgress);
}

DataInspection::~DataInspection() { m_stop.request_stop(); }

void DataInspection::setRequest(const SubmitRequest& request) {
  if (request.text == m_request.text && request.path == m_request.path &&
      request.target == m_request.target)
    return;
  const bool isAnother = request.path != m_request.path || request.target != m_request.target;
  m_request = request;
  const bool wasOutOfDate = m_isOutOfDate;
  m_isOutOfDate = true;
  if (!isAnother && wasOutOfDate) return;
  if (!isAnother) return emit changed();
  stop();
  m_state = State::nothing;
  m_data = {};
  m_split = u"train"_s;
  m_seed.reset();
  startAgain();
  emit changed();
}

void DataInspection::startAgain() {
  m_examples.clear();
  m_place = m_first = 0;
}

void DataInspection::look(Scope scope) {
  m_scope = scope;
  m_asked = m_request;
  m_isOutOfDate = false;
  startAgain();
  ask(true);
}

void DataInspection::stop() {
  m_stop.request_stop();
  m_stop = std::stop_source();
  m_progress.clear();
  if (m_state != State::asking) return;
  m_state = m_data.splits.empty() ? State::nothing : State::answered;
  emit changed();
}

void DataInspection::ask(bool counts) {
  m_stop.request_stop();
  m_stop = std::stop_source();
  m_progress.clear();
  InspectionRequest what;
  what.split = m_split;
  what.samples = examplesAtOnce;
  what.from = m_place;
  what.random = m_seed;
  what.tokens = tokensOfExample;
  what.counts = counts;
  if (m_scope == Scope::firstRecords) what.raw = firstRecords;
  m_state = State::asking;
  emit changed();
  run(m_asked, what, m_stop.get_token());
}

QCoro::Task<void> DataInspection::run(SubmitRequest request, InspectionRequest what,
                                      std::stop_token stop) {
  const QPointer<DataInspection> self(this);  // may be gone when the answer arrives
  const auto connected = co_await m_client->connectToService(stop);
  if (!self || stop.stop_requested()) co_return;
  if (!connected) co_return fail(connected.error());
  auto answer = co_await m_client->call(methods::inspect, stop, request, what);
  if (!self || stop.stop_requested()) co_return;
  m_isLookedAtHere = false;
  if (!answer && answer.error().code == "inspect.lies_here") {
    // It is sent from this computer, so it can be read here.
    request.target = u"here"_s;
    answer = co_await m_client->call(methods::inspect, stop, request, what);
    if (!self || stop.stop_requested()) co_return;
    m_isLookedAtHere = answer.ok();
  }
  if (!answer) co_return fail(answer.error());
  m_first = what.from;
  take(*std::move(answer), what.counts);
}

void DataInspection::take(Inspection answer, bool counts) {
  m_examples = std::exchange(answer.samples, {});
  if (counts) m_data = std::move(answer);
  m_progress.clear();
  m_state = State::answered;
  emit changed();
}

void DataInspection::fail(const Error& error) {
  const std::vector<Diagnostic> findings = findingsOf(error);
  m_failure = findings.empty() ? errorText(error) : ContractText::finding(findings.front());
  m_progress.clear();
  m_state = State::failed;
  emit changed();
}

const SplitCounts* DataInspection::split() const {
  for (const SplitCounts& split : m_data.splits)
    if (split.name == m_split.toStdString()) return &split;
  return nullptr;
}

const DataSample* DataInspection::example() const {
  const qint64 at = m_place - m_first;
  return at >= 0 && at < std::ssize(m_examples) ? &m_examples[static_cast<std::size_t>(at)]
                                                : nullptr;
}

void DataInspection::showExampleAt(qint64 place) {
  if (m_state != State::answered || place < 0 || place >= numExamples() || place == m_place) return;
  const bool isBack = place < m_place;
  m_place = place;
  if (example()) return emit changed();
  // When going back, the preceding ones are needed next.
  if (isBack) m_place = std::max<qint64>(0, place - examplesAtOnce + 1);
  ask(false);
  m_place = place;
}

void DataInspection::shuffle(qint64 seed) {
  if (m_state != State::answered) return;
  m_seed = seed;
  startAgain();
  ask(false);
}

void DataInspection::showInOrder() {
  if (m_state != State::answered || !m_seed) return;
  m_seed.reset();
  startAgain();
  ask(false);
}

void DataInspection::chooseSplit(const QString& name) {
  if (name == m_split || m_state != State::answered) return;
  m_split = name;
  startAgain();
  ask(false);
}

void DataInspection::showProgress(const ProgressReport& report) {
  if (m_state != State::asking || report.target != m_asked.target ||
      !report.what.startsWith(u"phase."_s))
    return;
  const std::string code = report.what.toStdString();
  m_progress = ContractText::message(code, {}, code);
  if (report.bytesTotal > 0)
    m_progress = tr("%1, %2 %").arg(m_progress).arg(100 * report.bytesDone / report.bytesTotal);
  emit progressed();
}

}  // namespace trainyard
