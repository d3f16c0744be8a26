// SPDX-License-Identifier: GPL-3.0-or-later
// How the document of an experiment's page begins, and what is needed to begin with it again.
#include <QFile>
#include <algorithm>

#include "gui/experiments/document_bar.h"
#include "gui/experiments/document/document_targets.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/import_notes_dialog.h"
#include "gui/experiments/document/path_settings.h"
#include "gui/experiments/target_chooser.h"
#include "gui/forms/form_view.h"

namespace trainyard {

void ExperimentPage::begin(const OpenedDocument& opened) {
  if (opened.saved)
    m_document.goOnWith(opened.text, opened.path, opened.folder, *opened.saved);
  else
    m_document.startFrom(opened.text, opened.path, opened.folder);
  if (!opened.draft.isEmpty()) {
    m_draft.adopt(opened.draft);
    m_files.lookOutside();
  }
  m_originalRun = opened.run;
  m_bar->target()->choose(opened.target.isEmpty() ? DocumentTargets::of(opened.origin)
                                                  : opened.target);
  m_document.setPreset(opened.preset.isEmpty() ? documentPresets().of(opened.origin)
                                               : opened.preset);
  // As if typed into the form, so that they can be undone.
  if (!opened.withoutSections.isEmpty()) apply(m_document.removeSections(opened.withoutSections));
  for (const auto& [path, value] : opened.settings) apply(setSetting(path, value));
  for (const auto& [path, text] : opened.values) {
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    apply(m_document.setValue(path,
                              isNumber ? Value(std::int64_t{number}) : Value(text.toStdString())));
  }
  if (!opened.notes.empty()) m_importNotes->showNotes(opened.notes);
}

// An entry of a mapping is set with the mapping around it.
Result<void> ExperimentPage::setSetting(const std::string& path, const Value& value) {
  if (find_field(path)) return m_document.setValue(QString::fromStdString(path), value);
  for (auto dot = path.rfind('.'); dot != std::string::npos && dot > 0;
       dot = path.rfind('.', dot - 1)) {
    const FieldInfo* field = find_field(path.substr(0, dot));
    if (!field) continue;
    const Value around = field->get(m_document.content().experiment);
    const auto* known = around.get_if<Map>();
    Map entries = known ? *known : Map();
    const std::string key = path.substr(dot + 1);
    const auto at = std::ranges::find(entries, key, &Map::value_type::first);
    if (at == entries.end())
      entries.emplace_back(key, value);
    else
      at->second = value;
    return m_document.setValue(QString::fromStdString(field->path), Value(std::move(entries)));
  }
  return m_document.setValue(QString::fromStdString(path), value);
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
