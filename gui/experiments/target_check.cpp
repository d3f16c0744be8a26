#include "gui/experiments/target_check.h"

#include <QPointer>

#include "gui/experiments/estimate.h"

using namespace Qt::StringLiterals;

namespace trainyard {

TargetCheck::TargetCheck(ServiceClient* client, TargetList* targets, QObject* parent)
    : QObject(parent), m_client(client), m_targets(targets) {
  m_request.target = u"here"_s;
  m_rest.setSingleShot(true);
  m_rest.setInterval(restMilliseconds);
  connect(&m_rest, &QTimer::timeout, this, &TargetCheck::askNow);
  connect(m_targets, &TargetList::changed, this, &TargetCheck::follow);
}

TargetCheck::~TargetCheck() { m_stop.request_stop(); }

void TargetCheck::become(State state) {
  m_state = state;
  emit changed();
}

void TargetCheck::stop() {
  m_rest.stop();
  m_stop.request_stop();
  m_stop = std::stop_source();
}

void TargetCheck::consider(const SubmitRequest& request, Document state,
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
  const TargetRecord* target = m_targets->find(request.target);
  if (TargetList::isHere(request.target) || state != Document::checkable) {
    emit found({});
    return become(State::idle);
  }
  if (!target || target->link != TargetLink::connected) {
    emit found({});
    return become(State::notConnected);
  }
  m_rest.start();
  become(State::resting);
}

// The login opened, by whatever way: what waited for it is asked now.
void TargetCheck::follow() {
  const TargetRecord* target = m_targets->find(m_request.target);
  if (m_state == State::notConnected && target && target->link == TargetLink::connected)
    m_rest.start();
  emit changed();
}

void TargetCheck::askNow() {
  if (TargetList::isHere(m_request.target) || m_document != Document::checkable) return;
  stop();
  become(State::asking);
  run(m_request, m_stop.get_token());
}

void TargetCheck::askSoon() {
  if (TargetList::isHere(m_request.target) || m_document != Document::checkable) return;
  m_rest.start();
  become(State::resting);
}

QCoro::Task<void> TargetCheck::run(SubmitRequest request, std::stop_token stop) {
  const QPointer<TargetCheck> self(this);  // may be gone when the answer comes
  auto answer = co_await m_client->check(request, stop);
  if (!self || stop.stop_requested()) co_return;
  if (!answer) {
    m_failure = QString::fromStdString(answer.error().message);
    emit found({});
    if (self) become(State::failed);
    co_return;
  }
  m_answer = std::move(*answer);
  for (Diagnostic& finding : m_answer.diagnostics)
    finding.arguments.emplace_back("found_on", request.target.toStdString());
  emit found(m_answer.diagnostics);
  if (self) become(State::answered);
}

QString TargetCheck::sentence(double now) const {
  if (TargetList::isHere(m_request.target)) return {};
  QStringList parts;
  // An older expected start stays while the next is asked for: it hardly depends on the last
  // keystroke.
  if (const QString estimate = Estimate::sentence(m_gpuHours ? m_gpuHours : m_answer.gpuHours,
                                                  m_answer.expectedStart, now);
      !estimate.isEmpty())
    parts << estimate;
  const QString& target = m_request.target;
  if (m_state == State::notConnected)
    parts << tr("not connected, so its limits are not checked");
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
