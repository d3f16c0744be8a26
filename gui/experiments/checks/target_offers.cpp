// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/target_offers.h"

#include <QPointer>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/experiments/checks/resource_help.h"
#include "gui/experiments/checks/submission_facts.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/quantity_text.h"
#include "gui/targets/error_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

TargetOffers::TargetOffers(ServiceClient* client, TargetList* targets)
    : m_client(client), m_targets(targets) {
  connect(m_targets, &TargetList::changed, this, &TargetOffers::follow);
}

TargetOffers::~TargetOffers() { m_stop.request_stop(); }

void TargetOffers::stop() {
  m_stop.request_stop();
  m_stop = std::stop_source();
  m_isAsked = false;
}

void TargetOffers::ask(const SubmitRequest& request, const Experiment& experiment,
                       double memoryBytes) {
  stop();
  m_request = request;
  m_experiment = experiment;
  m_memoryBytes = memoryBytes;
  m_isAsked = true;
  m_offers.clear();
  m_asked.clear();
  m_answered = 0;
  follow();
}

// Targets that are connected meanwhile are asked too, each once.
void TargetOffers::follow() {
  if (!m_isAsked) return;
  for (const TargetRecord& target : m_targets->targets()) {
    const QString& name = target.settings.name;
    const TargetOffer* known = find(name);
    if (!known || !known->hasAnswered) set(unasked(target));
    const bool mayAsk = target.isHere() || target.link == TargetLink::connected;
    if (mayAsk && !m_asked.contains(name)) askOne(name);
  }
  m_offers.removeIf([this](const TargetOffer& offer) { return !m_targets->find(offer.target); });
  emit changed();
}

void TargetOffers::askOne(const QString& target) {
  m_asked << target;
  run(target, m_stop.get_token());
}

const TargetOffer* TargetOffers::find(const QString& target) const {
  const auto found = std::ranges::find(m_offers, target, &TargetOffer::target);
  return found == m_offers.end() ? nullptr : &*found;
}

void TargetOffers::set(const TargetOffer& offer) {
  const auto found = std::ranges::find(m_offers, offer.target, &TargetOffer::target);
  if (found == m_offers.end())
    m_offers << offer;
  else
    *found = offer;
}

TargetOffer TargetOffers::unasked(const TargetRecord& target) const {
  TargetOffer offer{target.settings.name, look::Tone::quiet, u"circle-dashed"_s, tr("Asking…")};
  if (target.isHere() || target.link == TargetLink::connected) return offer;
  offer.tone = look::Tone::waiting;
  offer.sentence = TargetText::link(target);
  if (target.link == TargetLink::connecting) return offer;
  if (target.link == TargetLink::none) {
    offer.icon = u"lock"_s;
    offer.sentence = tr("Log in to ask");
    return offer;
  }
  offer.icon = u"plug-connected-x"_s;
  if (!target.reason.isEmpty())
    offer.sentence += u": "_s + ContractText::message(target.code.toStdString(), target.arguments,
                                                      target.reason.toStdString());
  return offer;
}

QCoro::Task<void> TargetOffers::run(QString target, std::stop_token stop) {
  const QPointer<TargetOffers> self(this);  // may be gone when the answer arrives
  SubmitRequest request = m_request;
  request.target = target;
  const auto answer = co_await m_client->call(methods::check, stop, request);
  if (!self || stop.stop_requested()) co_return;
  const TargetRecord* record = m_targets->find(target);
  if (!record) co_return;
  if (answer) {
    set(of(*record, *answer));
    m_answered = unix_time();
  } else {
    set({target, look::Tone::failed, u"alert-octagon"_s, errorText(answer.error()), 0, true});
  }
  emit changed();
}

TargetOffer TargetOffers::of(const TargetRecord& target, const CheckAnswer& answer) const {
  TargetOffer offer{target.settings.name, look::Tone::completed, u"circle-check-filled"_s, {}};
  offer.hasAnswered = true;
  offer.expectedStart = answer.expectedStart.value_or(0);
  const auto error = std::ranges::find(answer.diagnostics, Severity::error, &Diagnostic::severity);
  if (error != answer.diagnostics.end()) {
    offer.tone = look::Tone::failed;
    offer.icon = u"alert-octagon"_s;
    offer.sentence = ContractText::finding(*error);
    return offer;
  }
  offer.mayRun = true;
  QStringList words;
  const auto gpuBytes = SubmissionFacts::gpuBytes(&target);
  const bool hasGpus = m_experiment.resources.gpus_per_node > 0;
  if (hasGpus && gpuBytes && m_memoryBytes > 0) {
    words << tr("%1 of %2 on each GPU")
                 .arg(QuantityText::bytes(static_cast<qint64>(m_memoryBytes)),
                      QuantityText::bytes(static_cast<qint64>(*gpuBytes)));
    if (m_memoryBytes > *gpuBytes) {
      offer.tone = look::Tone::failed;
      offer.icon = u"alert-octagon"_s;
    }
  }
  const QString partition =
      ResourceHelp::limits(target.facts, m_experiment).value(u"resources.partition"_s);
  if (!partition.isEmpty()) words << partition;
  const auto warnings =
      std::ranges::count(answer.diagnostics, Severity::warning, &Diagnostic::severity);
  if (warnings > 0) words << tr("%n warning(s)", nullptr, static_cast<int>(warnings));
  offer.sentence = words.isEmpty() ? tr("Can run it") : words.join(u"; "_s);
  return offer;
}

}  // namespace trainyard
