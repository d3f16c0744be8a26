// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/unused_sections.h"

#include <algorithm>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/settings.h"
#include "gui/experiments/document/experiment_document.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/message_bar.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

bool counts(const std::string& section, const Experiment& experiment) {
  return std::any_of(fields().begin(), fields().end(), [&](const FieldInfo& field) {
    return field.section == section && condition_holds(field.applies_when, experiment);
  });
}

// A section may also be unused because of other settings in the document; another workload would
// not change that.
bool countsElsewhere(const std::string& section, Experiment experiment) {
  return std::any_of(std::begin(Names<Workload>::all), std::end(Names<Workload>::all),
                     [&](const auto& workload) {
                       experiment.workload = workload.first;
                       return counts(section, experiment);
                     });
}

QString offerOf(const ExperimentDocument& document) {
  const QStringList sections = unusedSections(document);
  if (sections.isEmpty()) return {};
  const std::string_view workload = name_of(document.content().experiment.workload);
  return (sections.size() == 1
              ? UnusedSections::tr("The section %2 has no effect with workload %1.")
              : UnusedSections::tr("The sections %2 have no effect with workload %1."))
      .arg(QLatin1String(workload.data(), workload.size()), sections.join(u", "_s));
}

}  // namespace

QStringList unusedSections(const ExperimentDocument& document) {
  const Experiment& experiment = document.content().experiment;
  QStringList out;
  for (const std::string& section : written_sections(document.text().toStdString()))
    if (!counts(section, experiment) && countsElsewhere(section, experiment))
      out << QString::fromStdString(section);
  return out;
}

UnusedSections::UnusedSections(ExperimentDocument* document, MessageBar* notices, QObject* parent)
    : QObject(parent), m_document(document), m_notices(notices) {
  connect(document, &ExperimentDocument::changed, this, [this] {
    if (!m_offer.isEmpty() && offerOf(*m_document) != m_offer) withdraw();
  });
}

void UnusedSections::update() {
  const QString offer = offerOf(*m_document);
  if (offer.isEmpty()) return;
  m_offer = offer;
  m_notices->ask(offer, {{tr("Remove"), [this] { remove(); }}});
}

// Another notice may have replaced it.
void UnusedSections::withdraw() {
  if (m_notices->text() == m_offer) m_notices->dismiss();
  m_offer.clear();
}

void UnusedSections::remove() {
  m_offer.clear();
  if (const auto removed = m_document->removeSections(unusedSections(*m_document)); !removed)
    m_notices->showError(ContractText::message(removed.error().code, removed.error().arguments,
                                               removed.error().message));
}

}  // namespace trainyard
