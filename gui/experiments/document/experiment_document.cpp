// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/experiment_document.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <algorithm>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/field_info.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int typingPauseMilliseconds = 1500;

}  // namespace

class TextChange : public QUndoCommand {
 public:
  TextChange(ExperimentDocument& document, QString after, ExperimentDocument::Origin origin,
             QString place)
      : m_document(document),
        m_before(document.text()),
        m_after(std::move(after)),
        m_origin(origin),
        m_place(std::move(place)) {
    m_age.start();
  }
  void undo() override { m_document.apply(m_before); }
  void redo() override { m_document.apply(m_after); }
  int id() const override { return 1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const TextChange*>(other);
    const qint64 pause = m_age.elapsed();
    if (next->m_origin != m_origin || next->m_place != m_place || pause > typingPauseMilliseconds)
      return false;
    m_after = next->m_after;
    m_age.restart();
    return true;
  }

 private:
  ExperimentDocument& m_document;
  QString m_before, m_after;
  ExperimentDocument::Origin m_origin;
  QString m_place;
  QElapsedTimer m_age;
};

ExperimentDocument::ExperimentDocument() {
  connect(&m_history, &QUndoStack::cleanChanged, this,
          [this](bool clean) { emit modifiedChanged(!clean); });
}

void ExperimentDocument::apply(const QString& text) {
  m_text = text;
  m_content = read_experiment(text.toStdString(), title().toStdString());
  m_ownFindings = m_content.diagnostics.size();
  m_isSound = !has_errors(m_content.diagnostics);
  m_isEditable = check_editable(text.toStdString()).ok();
  m_submissionFindings.clear();
  for (Diagnostic& finding : m_targetFindings)
    finding.line = finding.column = 0;  // its line may have changed
  m_isOfTarget = false;
  joinFindings();
  emit changed();
}

void ExperimentDocument::joinFindings() {
  std::vector<Diagnostic>& all = m_content.diagnostics;
  all.resize(m_ownFindings);
  for (const std::vector<Diagnostic>* findings : {&m_submissionFindings, &m_targetFindings})
    for (const Diagnostic& finding : *findings) {
      const auto isSame = [&](const Diagnostic& known) {
        return known.code == finding.code && known.path == finding.path &&
               known.text == finding.text;
      };
      if (std::none_of(all.begin(), all.end(), isSame)) all.push_back(finding);
    }
}

bool ExperimentDocument::maySubmit() const {
  return m_isSound && !has_errors(m_submissionFindings) &&
         !(m_isOfTarget && has_errors(m_targetFindings));
}

QString ExperimentDocument::title() const {
  if (!m_path.isEmpty()) return QFileInfo(m_path).fileName();
  const QString name = QString::fromStdString(m_content.experiment.name);
  return (name.isEmpty() ? tr("untitled") : name) + u".yaml"_s;
}

void ExperimentDocument::startFrom(const QString& text, const QString& path,
                                   const QString& folder) {
  m_history.clear();
  m_preset.clear();
  m_path = path;
  m_folder = path.isEmpty() ? folder : QFileInfo(path).path();
  m_saved = path.isEmpty() ? std::nullopt : std::optional(text);
  m_targetFindings.clear();
  emit begun();
  apply(text);
  m_history.setClean();
  emit pathChanged();
}

void ExperimentDocument::setPreset(const QString& preset) {
  if (preset == m_preset) return;
  m_preset = preset;
  emit presetChanged();
}

void ExperimentDocument::goOnWith(const QString& text, const QString& path, const QString& folder,
                                  const QString& saved) {
  startFrom(saved, path, folder);
  changeText(text, Origin::typing);
}

void ExperimentDocument::countFrom(const QString& folder) {
  m_folder = folder;
  emit pathChanged();
}

void ExperimentDocument::markSaved(const QString& path, const QString& text) {
  m_path = path;
  m_folder = QFileInfo(path).path();
  m_saved = text;
  if (text == m_text)
    m_history.setClean();
  else
    m_history.resetClean();
  emit pathChanged();
}

void ExperimentDocument::changeText(const QString& text, Origin origin, const QString& place) {
  if (text != m_text) m_history.push(new TextChange(*this, text, origin, place));
}

Result<void> ExperimentDocument::setValue(const QString& path, const Value& value) {
  TRY(const std::string edited, edit(m_text.toStdString(), path.toStdString(), value));
  changeText(QString::fromStdString(edited), Origin::form, path);
  return {};
}

Result<void> ExperimentDocument::setSetting(const std::string& path, const Value& value) {
  if (find_field(path)) return setValue(QString::fromStdString(path), value);
  for (auto dot = path.rfind('.'); dot != std::string::npos && dot > 0;
       dot = path.rfind('.', dot - 1)) {
    const FieldInfo* field = find_field(path.substr(0, dot));
    if (!field) continue;
    const Value around = field->get(m_content.experiment);
    const auto* known = around.get_if<Map>();
    Map entries = known ? *known : Map();
    const std::string key = path.substr(dot + 1);
    const auto at = std::ranges::find(entries, key, &Map::value_type::first);
    if (at == entries.end())
      entries.emplace_back(key, value);
    else
      at->second = value;
    return setValue(QString::fromStdString(field->path), Value(std::move(entries)));
  }
  return setValue(QString::fromStdString(path), value);
}

Result<void> ExperimentDocument::setEntered(const QString& path, const QString& entered) {
  TRY(const std::string edited,
      edit_as_entered(m_text.toStdString(), path.toStdString(), entered.toStdString()));
  changeText(QString::fromStdString(edited), Origin::form, path);
  return {};
}

Result<void> ExperimentDocument::resetValue(const QString& path) {
  TRY(const std::string edited, reset(m_text.toStdString(), path.toStdString()));
  changeText(QString::fromStdString(edited), Origin::form);
  return {};
}

Result<void> ExperimentDocument::removeSections(const QStringList& sections) {
  std::string text = m_text.toStdString();
  for (const QString& section : sections) {
    TRY(text, remove_section(text, section.toStdString()));
  }
  changeText(QString::fromStdString(text), Origin::form, sections.join(u' '));
  return {};
}

void ExperimentDocument::addFindings(const QString& text, const std::vector<Diagnostic>& findings) {
  if (text != m_text) return;
  m_submissionFindings = findings;
  joinFindings();
  emit changed();
}

void ExperimentDocument::clearFindings() {
  if (!m_submissionFindings.empty()) addFindings(m_text, {});
}

void ExperimentDocument::showTargetFindings(const std::vector<Diagnostic>& findings) {
  if (findings.empty() && m_targetFindings.empty()) return;
  m_targetFindings = findings;
  m_isOfTarget = true;
  joinFindings();
  emit changed();
}

QString emptyExperiment() {
  return QStringLiteral(
      "format: 1\nname: experiment\nworkload: engine\nmodel:\n  kind: gpt2\ndata:\n  kind: text\n  "
      "train: []\n"
      "training:\n  num_epochs: 1\n");
}

}  // namespace trainyard
