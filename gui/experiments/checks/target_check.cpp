// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/target_check.h"

#include <QPointer>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/experiments/checks/estimate.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

TargetCheck::TargetCheck(ServiceClient* client, TargetList* targets)
    : m_client(client), m_targets(targets) {
  m_request.target = u"here"_s;
  m_debounce.setSingleShot(true);
  connect(&m_debounce, &QTimer::timeout, this, &TargetCheck::ask);
  connect(m_targets, &TargetList::changed, this, &TargetCheck::follow);
  connect(m_client, &ServiceClient::connected, this, &TargetCheck::follow);
  connect(m_client, &ServiceClient::disconnected, this, &TargetCheck::follow);
}

TargetCheck::~TargetCheck() { m_stop.request_stop(); }

void TargetCheck::setState(State state) {
  m_state = state;
  emit changed();
}

void TargetCheck::stop() {
  m_debounce.stop();
  m_stop.request_stop();
  m_stop = std::stop_source();
}

bool TargetCheck::mayAsk() const {
  if (isHere()) return m_client->isConnected();
  const TargetRecord* target = m_targets->find(m_request.target);
  return target && target->link == TargetLink::connected;
}

void TargetCheck::debounce() {
  m_debounce.start(isHere() ? restHereMilliseconds : debounceMilliseconds);
  setState(State::resting);
}

void TargetCheck::setRequest(const SubmitRequest& request, Document state,
                             std::optional<double> gpuHours) {
  if (request.text == m_request.text && request.path == m_request.path &&
      request.target == m_request.target && state == m_document)
    return;
  stop();
  const bool isAnother = request.target != m_request.target || request.path != m_request.path;
  m_request = request;
  m_document = state;
  m_gpuHours = gpuHours;
  if (isAnother) m_answer = {};
  if (isAnother || state != Document::checkable) emit found({});
  if (state != Document::checkable) return setState(State::idle);
  if (mayAsk()) return debounce();
  emit found({});
  setState(State::notConnected);
}

// The link changed: pending checks are made now, and earlier answers are no longer valid.
void TargetCheck::follow() {
  if (m_document != Document::checkable) return emit changed();
  if (m_state == State::notConnected && mayAsk()) return debounce();
  if ((m_state == State::answered || m_state == State::resting) && !mayAsk()) {
    stop();
    return setState(State::notConnected);
  }
  emit changed();
}

void TargetCheck::askNow() {
  if (m_document == Document::checkable) ask();
}

void TargetCheck::askSoon() {
  if (m_document == Document::checkable && !isHere()) {
    m_debounce.start(debounceMilliseconds);
    setState(State::resting);
  }
}

void TargetCheck::lookAgain() {
  if (m_state == State::answered && isHere()) ask();
}

void TargetCheck::setWatched(bool isWatched) {
  m_isWatched = isWatched;
  if (isWatched && has_errors(m_answer.diagnostics)) lookAgain();
}

void TargetCheck::ask() {
  stop();
  // Checking again is not shown before it finds something different.
  if (m_state != State::answered) setState(State::asking);
  run(m_request, m_stop.get_token());
}

QCoro::Task<void> TargetCheck::run(SubmitRequest request, std::stop_token stop) {
  const QPointer<TargetCheck> self(this);  // may be gone when the answer arrives
  auto answer = co_await m_client->call(methods::check, stop, request);
  if (!self || stop.stop_requested()) co_return;
  if (!answer) {
    const Error& error = answer.error();
    m_failure = ContractText::message(error.code, error.arguments, error.message);
    emit found({});
    if (self) setState(State::failed);
    co_return;
  }
  m_answer = std::move(*answer);
  m_answeredAt = unix_time();
  if (!isHere())
    for (Diagnostic& finding : m_answer.diagnostics)
      finding.arguments.emplace_back("found_on", request.target.toStdString());
  emit found(m_answer.diagnostics);
  if (!self || stop.stop_requested()) co_return;
  setState(State::answered);
  if (isHere() && m_isWatched && has_errors(m_answer.diagnostics))
    m_debounce.start(againHereMilliseconds);
}

QString TargetCheck::whyNotAsked() const {
  if (m_document == Document::unsaved)
    return tr("it is not saved yet, so relative paths cannot be resolved");
  if (m_state == State::failed) return m_failure;
  if (isHere()) return tr("the service is not connected");
  return (isOutOfReach() ? tr("%1 cannot be reached") : tr("%1 is not connected"))
      .arg(m_request.target);
}

QString TargetCheck::checked(double now) const {
  if (m_state != State::answered) return {};
  const QString ago = QuantityText::duration(std::max(0.0, now - m_answeredAt));
  return isHere() ? tr("checked %1 ago").arg(ago)
                  : tr("checked against %1 %2 ago").arg(m_request.target, ago);
}

bool TargetCheck::isOutOfReach() const {
  const TargetRecord* target = m_targets->find(m_request.target);
  return target && (target->link == TargetLink::waiting || target->link == TargetLink::refused);
}

QString TargetCheck::summary(double now) const {
  if (isHere()) return {};
  QStringList parts;
  // The last expected start is shown while the next is requested: it hardly depends on the last key
  // press.
  if (const QString estimate = Estimate::summary(m_gpuHours ? m_gpuHours : m_answer.gpuHours,
                                                 m_answer.expectedStart.value_or(0), now);
      !estimate.isEmpty())
    parts << estimate;
  const QString& target = m_request.target;
  if (m_state == State::notConnected)
    parts << (isOutOfReach() ? tr("cannot be reached, so its limits are not checked")
                             : tr("not connected, so its limits are not checked"));
  else if (m_state == State::asking)
    parts << tr("asking…");
  else if (m_state == State::failed)
    parts << m_failure;
  else if (m_document == Document::unsaved)
    parts << tr("its limits are checked once the file is saved");
  else if (m_state == State::answered && parts.isEmpty())
    parts << tr("checked");
  return parts.isEmpty() ? QString() : tr("%1: %2").arg(target, parts.join(u"; "_s));
}

}  // namespace trainyard
