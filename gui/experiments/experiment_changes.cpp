// SPDX-License-Identifier: GPL-3.0-or-later
// What the document of an experiment's page has changed of its preset, and the way back.
#include <QPushButton>

#include "gui/experiments/changes_popup.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/experiment_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void ExperimentPage::connectChanges() {
  connect(&m_document, &ExperimentDocument::presetChanged, this, [this] {
    compareWithPreset();
    showTitle();  // who keeps what is open hears of it
  });
  connect(m_bar, &DocumentBar::changesWanted, this, [this] {
    m_changesPopup->showChanges(m_changes);
    m_changesPopup->openBelow(m_bar->changesButton());
  });
  connect(m_changesPopup, &ChangesPopup::chosen, this, &ExperimentPage::goToSetting);
  connect(m_changesPopup, &ChangesPopup::resetWanted, this, &ExperimentPage::takeBack);
}

void ExperimentPage::compareWithPreset() {
  m_changes.compare(m_document.preset(), m_document.content().experiment, m_several);
  m_bar->showChanges(static_cast<int>(m_changes.changes().size()), m_changes.words());
  if (m_changesPopup->isVisible()) m_changesPopup->showChanges(m_changes);
}

void ExperimentPage::takeBack(const QString& path) {
  const auto text = m_changes.textWithout(m_document.text(), path);
  if (!text) return apply(text.error());
  const bool wasSeveral = m_several.remove(path) > 0;
  // A step of its own, also soon after the field was edited.
  m_document.changeText(*text, ExperimentDocument::Origin::form, u"preset "_s + path);
  if (wasSeveral) showDocument();  // the document may be as it was
}

}  // namespace trainyard
