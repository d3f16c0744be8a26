// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiment_sides.h"

#include <QApplication>
#include <QSettings>
#include <QSplitter>
#include <algorithm>

#include "gui/experiments/data/data_page.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/findings_side.h"
#include "gui/experiments/path_completer.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/form_view.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double formSideWidth = 688, mostFormShare = 0.56;

const QString formWidthKey = u"experiments/formWidth"_s,
              problemsHeightKey = u"experiments/problemsHeight"_s;

QSplitter* sideBySide(Qt::Orientation orientation, QWidget* first, QWidget* second) {
  auto* sides = new QSplitter(orientation);
  sides->setHandleWidth(1);
  sides->setChildrenCollapsible(false);
  sides->addWidget(first);
  if (second) sides->addWidget(second);
  return sides;
}

// The field of a form that a widget belongs to.
QString fieldWith(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (const auto* field = qobject_cast<const FieldEditor*>(widget))
      return field->input()->objectName();
  return {};
}

}  // namespace

ExperimentSides::ExperimentSides(ExperimentModel* model, DocumentBar* bar, ServiceClient* client)
    : m_model(model),
      m_bar(bar),
      m_formView(new FormView(model->form())),
      m_editor(new YamlEditor),
      m_findings(new FindingsSide(model->diagnostics(), model->check())),
      m_data(new DataPage(client)),
      m_formHalf(sideBySide(Qt::Vertical, m_formView, nullptr)),
      m_textHalf(sideBySide(Qt::Vertical, m_editor, m_findings)),
      m_sides(sideBySide(Qt::Horizontal, m_formHalf, m_textHalf)) {
  layOut();
  connectModel();
  connectPaths();
  connect(m_bar, &DocumentBar::sidesChanged, this, &ExperimentSides::showSides);
  connect(m_bar, &DocumentBar::tierChosen, m_formView, &FormView::setTier);
  connect(m_data, &DataPage::left, this, [this] { m_bar->showData(false); });
  m_formView->setTier(m_bar->tier());
  showSides();
}

void ExperimentSides::layOut() {
  m_textHalf->setStretchFactor(0, 1);
  m_sides->setStretchFactor(1, 1);
  look::addAll(look::columnIn(this), {{m_sides, 1}, {m_data, 1}});
  m_data->hide();
  connect(m_sides, &QSplitter::splitterMoved, this,
          [this] { QSettings().setValue(formWidthKey, m_formHalf->width()); });
  for (QSplitter* half : {m_formHalf, m_textHalf})
    connect(half, &QSplitter::splitterMoved, this,
            [this] { QSettings().setValue(problemsHeightKey, m_findings->height()); });
  connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
    if (m_formView->isAncestorOf(now)) m_editor->showField(fieldWith(now));
  });
}

void ExperimentSides::connectModel() {
  ExperimentDocument* document = m_model->document();
  connect(document, &ExperimentDocument::begun, m_editor, &YamlEditor::startAnew);
  connect(m_editor, &YamlEditor::typed, this, [document](const QString& text) {
    document->changeText(text, ExperimentDocument::Origin::typing);
  });
  connect(m_editor, &YamlEditor::undoRequested, &document->history(), &QUndoStack::undo);
  connect(m_editor, &YamlEditor::redoRequested, &document->history(), &QUndoStack::redo);
  connect(m_findings, &FindingsSide::chosen, this, &ExperimentSides::jumpTo);
  connect(m_model, &ExperimentModel::changed, this, &ExperimentSides::showDocument);
  connect(m_model, &ExperimentModel::findingsChanged, m_findings, &FindingsSide::showCounts);
  connect(m_model, &ExperimentModel::requestChanged, this, [this] {
    m_data->inspection()->setRequest(m_model->request());
    m_data->setAvailable(m_model->isCheckable());
  });
  connect(&m_model->plan(), &PlanReader::changed, this, &ExperimentSides::showMeanings);
}

// The code folder is always on this computer: it is sent from here.
void ExperimentSides::connectPaths() {
  PathHelp* paths = m_model->paths();
  for (std::size_t row = 0; row < fields().size(); ++row) {
    const FieldInfo& field = fields()[row];
    if (field.is_path)
      new PathCompleter(paths,
                        field.section == "code" ? PathHelp::Owner::here : PathHelp::Owner::target,
                        m_formView->editors()[row]->line());
  }
  connect(paths, &PathHelp::counted, this, [this, paths](const QString& field) {
    if (const int row = m_model->form()->rowOf(field); row >= 0)
      m_formView->editors()[static_cast<std::size_t>(row)]->setAside(paths->words(field));
  });
}

void ExperimentSides::showMeanings() {
  m_formView->showMeanings(m_model->experiment(), m_model->plan().plan());
}

// While the text cannot be parsed, the form is frozen and says so, instead of showing sections that
// only appear to be empty.
void ExperimentSides::showDocument(bool isAnother) {
  const ExperimentDocument& document = *m_model->document();
  const std::vector<Diagnostic>& findings = document.content().diagnostics;
  m_editor->showText(document.text());
  m_editor->showDiagnostics(findings);
  QMap<QString, QString> notes;
  for (const auto& [path, several] : m_model->sweep().fields().asKeyValueRange())
    notes[path] = tr("study: %1 values").arg(several.values.size());
  m_editor->showNotes(notes);
  if (isAnother) m_formView->startAnew();
  if (document.isEditable()) showMeanings();
  m_formView->freeze(
      document.isEditable()
          ? QString()
          : tr("The form is disabled until the text is valid: %1")
                .arg(findings.empty() ? QString() : ContractText::finding(findings.front())));
}

// The form keeps its width; what more there is belongs to the text.
void ExperimentSides::divide() {
  if (m_isDivided) return;
  m_isDivided = true;
  parentWidget()->layout()->activate();
  layout()->activate();
  const int all = m_sides->width();
  const QSettings settings;
  const int usual = std::min(look::px(formSideWidth), static_cast<int>(all * mostFormShare));
  const int form = std::min(settings.value(formWidthKey, usual).toInt(), all - 1);
  m_sides->setSizes({form, all - form});
  const int below = m_findings->isFolded()
                        ? m_findings->maximumHeight()
                        : settings.value(problemsHeightKey, m_findings->usualHeight()).toInt();
  m_textHalf->setSizes({std::max(1, m_sides->height() - below), below});
}

void ExperimentSides::showSides() {
  const DocumentBar::Shown shown = m_bar->shown();
  const bool hasForm = shown != DocumentBar::Shown::text,
             hasText = shown != DocumentBar::Shown::form;
  QSplitter* half = hasText ? m_textHalf : m_formHalf;
  if (m_findings->parentWidget() != half) {
    const int below = m_findings->height();
    half->addWidget(m_findings);
    half->setStretchFactor(0, 1);
    half->setStretchFactor(1, 0);
    half->setSizes({std::max(1, m_sides->height() - below), below});
  }
  m_formHalf->setVisible(hasForm);
  m_textHalf->setVisible(hasText);
  const bool isData = m_bar->isDataShown();
  if (isData == m_data->isVisibleTo(this)) return;
  if (isData) m_inputBeforeData = QApplication::focusWidget();
  m_sides->setVisible(!isData);
  m_data->setVisible(isData);
  if (isData) return m_data->enter();
  if (m_inputBeforeData && m_inputBeforeData->isVisible()) m_inputBeforeData->setFocus();
}

void ExperimentSides::jumpTo(const QModelIndex& finding) {
  m_bar->showData(false);
  const QString path = finding.data(DiagnosticsModel::PathRole).toString();
  const int line = finding.data(DiagnosticsModel::LineRole).toInt();
  // Who goes from one to the next in the text stays in it.
  const bool isInText = m_editor->hasFocus() && line > 0;
  if (m_editor->isVisible() && line > 0)
    m_editor->jumpTo(line, finding.data(DiagnosticsModel::ColumnRole).toInt());
  if (!isInText) focusField(path);
}

// The field gets the focus if there is one.
void ExperimentSides::focusField(const QString& path) {
  if (m_formView->isVisible() && !m_formView->isFrozen()) m_formView->jumpTo(path);
}

void ExperimentSides::goToSetting(const QString& path) {
  m_bar->showData(false);
  if (m_editor->isVisible()) m_editor->jumpToField(path);
  focusField(path);
}

}  // namespace trainyard
