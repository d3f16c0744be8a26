// SPDX-License-Identifier: GPL-3.0-or-later
// How the document of an experiment's page begins, and what is needed to begin with it again.
#include <QFile>

#include "gui/experiments/document_bar.h"
#include "gui/experiments/document_targets.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/import_notes_dialog.h"
#include "gui/experiments/path_settings.h"
#include "gui/experiments/target_chooser.h"
#include "gui/forms/form_view.h"

namespace trainyard {

void ExperimentPage::begin(const OpenedDocument& opened) {
  if (opened.saved)
    m_document.goOnWith(opened.text, opened.path, opened.folder, *opened.saved);
  else
    m_document.startFrom(opened.text, opened.path, opened.folder);
  if (!opened.draft.isEmpty()) m_draft.adopt(opened.draft);
  m_originalRun = opened.run;
  m_bar->target()->choose(opened.target.isEmpty() ? DocumentTargets::of(opened.origin)
                                                  : opened.target);
  m_document.setPreset(opened.preset.isEmpty() ? documentPresets().of(opened.origin)
                                               : opened.preset);
  // As if typed into the form, so that they can be undone.
  for (const auto& [path, text] : opened.values) {
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    apply(m_document.setValue(path,
                              isNumber ? Value(std::int64_t{number}) : Value(text.toStdString())));
  }
  if (!opened.notes.empty()) m_importNotes->showNotes(opened.notes);
}

void ExperimentPage::submitHere() {
  m_bar->target()->choose(QStringLiteral("here"));
  submit();
}

void ExperimentPage::enter(const QString& field, const QString& text) {
  m_form.enter(m_form.rowOf(field), text);
  formView()->jumpTo(field);
}

void ExperimentPage::openPreset(const Preset& preset) {
  QFile file(preset.file);
  if (!file.open(QIODevice::ReadOnly)) return;
  m_document.startFrom(QString::fromUtf8(file.readAll()));
  m_document.setPreset(preset.name);
  m_isTemplate = true;
}

void ExperimentPage::startNew() {
  m_document.startFrom(emptyExperiment());
  m_isTemplate = true;
}

bool ExperimentPage::isUntouched() const {
  return m_isTemplate && isEnabled() && m_several.isEmpty() && m_document.path().isEmpty() &&
         !m_document.isModified();
}

OpenDocument ExperimentPage::state() const {
  return {m_document.path(), m_draft.file(), m_bar->target()->chosen(), m_document.title(),
          m_document.preset()};
}

}  // namespace trainyard
