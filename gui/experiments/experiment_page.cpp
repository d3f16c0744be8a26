// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiment_page.h"

#include <QApplication>
#include <QEvent>
#include <QPushButton>
#include <QShortcut>

#include "gui/experiments/changes_popup.h"
#include "gui/experiments/data/data_page.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/document/document_targets.h"
#include "gui/experiments/checks/estimate.h"
#include "gui/experiments/experiment_foot.h"
#include "gui/experiments/findings_side.h"
#include "gui/experiments/import_notes_dialog.h"
#include "gui/experiments/path_completer.h"
#include "gui/experiments/document/path_settings.h"
#include "gui/experiments/resource_fields.h"
#include "gui/experiments/review/review_page.h"
#include "gui/experiments/target_chooser.h"
#include "gui/experiments/unused_sections.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/form_view.h"
#include "gui/forms/message_bar.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ExperimentPage::ExperimentPage(ServiceClient* client, TargetList* targets)
    : m_files(&m_document, this),
      m_submission(client, targets),
      m_check(client, targets),
      m_plan(client),
      m_paths(client, targets),
      m_targets(targets),
      m_importNotes(new ImportNotesDialog(this)),
      m_bar(new DocumentBar(&m_document, targets)),
      m_formView(new FormView(&m_form)),
      m_editor(new YamlEditor),
      m_data(new DataPage(client)),
      m_findings(new FindingsSide(&m_diagnostics, &m_check)),
      m_review(new ReviewPage(client, targets)),
      m_foot(new ExperimentFoot),
      m_notices(new MessageBar(this)),
      m_unused(new UnusedSections(&m_document, m_notices, this)),
      m_changesPopup(new ChangesPopup(this)),
      m_resources(new ResourceFields(client, targets, m_formView, this)) {
  layOut();
  buildActions();
  connectBar();
  connectChanges();
  connectDocument();
  connectForm();
  connectSubmission();
  connectTarget();
  connectPaths();
  m_formView->setTier(m_bar->tier());
  showSides();
  startNew();
}

// The history tells that it is clean when it ends.
ExperimentPage::~ExperimentPage() { m_document.disconnect(this); }

void ExperimentPage::buildActions() {
  const auto key = [this](const QKeySequence& sequence, auto slot) {
    connect(new QShortcut(sequence, this), &QShortcut::activated, this, slot);
  };
  key(QKeySequence::Save, [this] { m_files.save(); });
  key(QKeySequence(tr("Ctrl+Shift+S")), [this] { m_files.saveAs(); });
  key(QKeySequence(tr("Ctrl+Return")), &ExperimentPage::goOn);
  key(QKeySequence(tr("Ctrl+P")), &ExperimentPage::beginReview);
  auto* leave = new QShortcut(QKeySequence(Qt::Key_Escape), m_review, nullptr, nullptr,
                              Qt::WidgetWithChildrenShortcut);
  connect(leave, &QShortcut::activated, this, &ExperimentPage::endReview);
  key(QKeySequence(tr("Ctrl+D")), [this] { m_bar->showData(!m_bar->isDataShown()); });
  // Also while there is no room for the words before it.
  key(QKeySequence(tr("Alt+O")), [this] { m_bar->target()->setFocus(Qt::ShortcutFocusReason); });
  key(QKeySequence(Qt::Key_F8), [this] { m_findings->step(1); });
  key(QKeySequence(Qt::SHIFT | Qt::Key_F8), [this] { m_findings->step(-1); });
  key(QKeySequence::Find, [this] { m_formView->find(); });
  // One undo history across form and text, whichever has the focus.
  for (const auto& sequence : QKeySequence::keyBindings(QKeySequence::Undo))
    key(sequence, [this] { m_document.history().undo(); });
  for (const auto& sequence : QKeySequence::keyBindings(QKeySequence::Redo))
    key(sequence, [this] { m_document.history().redo(); });
}

void ExperimentPage::connectBar() {
  connect(m_bar, &DocumentBar::reviewWanted, this, &ExperimentPage::beginReview);
  connect(m_bar, &DocumentBar::sidesChanged, this, &ExperimentPage::showSides);
  connect(m_bar, &DocumentBar::tierChosen, m_formView, &FormView::setTier);
  connect(m_data, &DataPage::left, this, [this] { m_bar->showData(false); });
}

void ExperimentPage::connectDocument() {
  connect(&m_document, &ExperimentDocument::begun, this, [this] {
    m_isNew = true;
    m_isTemplate = false;
    m_originalRun.clear();
    m_several.clear();
    m_editor->startAnew();
    m_notices->dismiss();  // it is about the previous document
  });
  connect(&m_document, &ExperimentDocument::changed, this, &ExperimentPage::showDocument);
  connect(&m_document, &ExperimentDocument::pathChanged, this, &ExperimentPage::showTitle);
  connect(&m_document, &ExperimentDocument::modifiedChanged, this, &ExperimentPage::showTitle);
  connect(&m_files, &DocumentFiles::failed, this, &ExperimentPage::showFailure);
  connect(&m_files, &DocumentFiles::saved, this, [this] {
    m_notices->dismiss();
    DocumentTargets::remember(m_document.path(), m_bar->target()->chosen());
    documentPresets().remember(m_document.path(), m_document.preset());
  });
  connect(&m_files, &DocumentFiles::changedOutside, this, &ExperimentPage::askAboutOutside);
}

void ExperimentPage::connectForm() {
  connect(&m_form, &FormModel::severalRequested, this, &ExperimentPage::setSeveral);
  connect(&m_form, &FormModel::editRequested, this, [this](const FieldChange& change) {
    const bool wasSeveral = m_several.remove(change.path) > 0;
    apply(change.value ? m_document.setValue(change.path, *change.value)
                       : m_document.setEntered(change.path, change.text));
    if (wasSeveral) showDocument();  // the document may be as it was
    if (change.path == "workload"_L1) m_unused->update();
  });
  connect(&m_form, &FormModel::resetRequested, this, [this](const QString& path) {
    const bool wasSeveral = m_several.remove(path) > 0;
    apply(m_document.resetValue(path));
    if (wasSeveral) showDocument();
    if (path == "workload"_L1) m_unused->update();
  });
  connect(m_editor, &YamlEditor::typed, this, [this](const QString& text) {
    m_document.changeText(text, ExperimentDocument::Origin::typing);
  });
  connect(m_editor, &YamlEditor::undoRequested, &m_document.history(), &QUndoStack::undo);
  connect(m_editor, &YamlEditor::redoRequested, &m_document.history(), &QUndoStack::redo);
  connect(m_findings, &FindingsSide::chosen, this, &ExperimentPage::jumpTo);
}

void ExperimentPage::connectSubmission() {
  connect(&m_submission, &Submission::failed, this, &ExperimentPage::showFailure);
  connect(&m_submission, &Submission::refused, this,
          [this](const std::vector<Diagnostic>& findings) {
            m_document.addFindings(m_submittedText, findings);
            emit refused();
          });
  // Notices about an earlier try are over.
  const auto showRun = [this](const QString& run) {
    m_notices->dismiss();
    emit submitted(run, m_submittedSearch);
  };
  connect(&m_submission, &Submission::begun, this, showRun);
  connect(&m_submission, &Submission::submitted, this, showRun);
  connect(&m_submission, &Submission::studySubmitted, this,
          [this](const QString& study, int numRuns) {
            m_notices->dismiss();
            emit studySubmitted(study, numRuns);
          });
  connect(&m_submission, &Submission::searchStarted, this, [this](const QString& study) {
    m_notices->dismiss();
    emit searchStarted(study);
  });
  connect(&m_submission, &Submission::progressed, this, [this](int done, int all) {
    m_notices->showInfo(tr("Submitting run %1 of %2.").arg(done + 1).arg(all));
  });
  connect(&m_submission, &Submission::busyChanged, this, [this](bool busy) {
    m_bar->showBusy(busy);
    showButtons();
  });
  connect(m_foot, &ExperimentFoot::problemsWanted, this, [this] {
    endReview();
    m_findings->setFolded(false);
    m_findings->step(1);
  });
  connect(m_review, &ReviewPage::backWanted, this, &ExperimentPage::endReview);
  connect(m_review, &ReviewPage::submitWanted, this, &ExperimentPage::submit);
  connect(m_review, &ReviewPage::failed, this, &ExperimentPage::showFailure);
  connect(m_review, &ReviewPage::targetChosen, m_bar->target(), &TargetChooser::chooseByHand);
  connect(m_review, &ReviewPage::refused, this, [this](const std::vector<Diagnostic>& findings) {
    m_document.addFindings(m_submittedText, findings);
  });
  connect(m_review, &ReviewPage::rehearsed, &m_document, &ExperimentDocument::addFindings);
  connect(m_review, &ReviewPage::rehearsalChanged, this, &ExperimentPage::showFoot);
  connect(&m_plan, &PlanReader::changed, this, [this] {
    m_review->showPlan(m_plan.plan(), m_plan.whyNot());
    showMeanings();
    showFoot();
  });
}

void ExperimentPage::connectTarget() {
  TargetChooser* target = m_bar->target();
  connect(&m_document, &ExperimentDocument::pathChanged, this, &ExperimentPage::updateTarget);
  connect(target, &TargetChooser::chosenChanged, this, &ExperimentPage::updateTarget);
  connect(target, &TargetChooser::chosenByHand, this, [this](const QString& chosen) {
    m_notices->dismiss();  // it is about the previously selected target
    DocumentTargets::remember(m_document.path(), chosen);
    m_check.askSoon();
    emit targetChanged();
  });
  connect(&m_check, &TargetCheck::found, &m_document, &ExperimentDocument::showTargetFindings);
  connect(&m_check, &TargetCheck::changed, this, &ExperimentPage::showFoot);
}

// The code folder is always on this computer: it is sent from here.
void ExperimentPage::connectPaths() {
  for (std::size_t row = 0; row < fields().size(); ++row) {
    const FieldInfo& field = fields()[row];
    if (field.is_path)
      new PathCompleter(&m_paths,
                        field.section == "code" ? PathHelp::Owner::here : PathHelp::Owner::target,
                        m_formView->editors()[row]->line());
  }
  connect(&m_paths, &PathHelp::counted, this, [this](const QString& field) {
    if (const int row = m_form.rowOf(field); row >= 0)
      m_formView->editors()[static_cast<std::size_t>(row)]->setAside(m_paths.words(field));
  });
}

void ExperimentPage::showMeanings() {
  m_formView->showMeanings(m_document.content().experiment, m_plan.plan());
}

void ExperimentPage::updateTarget() {
  m_resources->show(m_bar->target()->chosen(), m_document.content().experiment);
  const auto state = !m_document.isSound()           ? TargetCheck::Document::wrong
                     : m_document.folder().isEmpty() ? TargetCheck::Document::unsaved
                                                     : TargetCheck::Document::checkable;
  m_data->inspection()->setRequest(currentRequest());
  m_data->setAvailable(state == TargetCheck::Document::checkable);
  m_paths.setContext(m_bar->target()->chosen(), m_document.folder(),
                     m_document.content().experiment);
  m_check.setRequest(currentRequest(), state, Estimate::gpuHours(m_document.content().experiment));
  m_plan.setRequest(currentRequest(), m_document.content().experiment,
                    state == TargetCheck::Document::checkable);
  renewReview();
  showFoot();
}

void ExperimentPage::showDocument() {
  const std::vector<Diagnostic>& findings = m_document.content().diagnostics;
  m_editor->showText(m_document.text());
  m_editor->showDiagnostics(findings);
  showForm();
  m_diagnostics.show(findings);
  showButtons();
  showTitle();
  compareWithPreset();
  updateTarget();
  m_findings->showCounts();
  m_review->showFindings(findings);
}

// While the text cannot be parsed, the form is frozen and says so, instead of showing sections that
// only appear to be empty.
void ExperimentPage::showForm() {
  const bool isEditable = m_document.isEditable();
  dropStaleSeveral();
  m_form.showSeveral(m_several);
  QMap<QString, QString> notes;
  for (auto at = m_several.begin(); at != m_several.end(); ++at)
    notes[at.key()] = tr("study: %1 values").arg(at->values.size());
  m_editor->showNotes(notes);
  if (isEditable || m_isNew) m_form.show(m_document.content(), m_document.text());
  if (m_isNew) {
    m_form.showAgain();
    m_formView->startAnew();
  }
  m_isNew = false;
  if (isEditable) showMeanings();
  const std::vector<Diagnostic>& all = m_document.content().diagnostics;
  m_formView->freeze(isEditable
                         ? QString()
                         : tr("The form is disabled until the text is valid: %1")
                               .arg(all.empty() ? QString() : ContractText::finding(all.front())));
}

void ExperimentPage::showButtons() {
  const auto runs = combinations();
  m_bar->showNumRuns(runs ? static_cast<int>(runs->size()) : 1, numTrials());
  m_bar->reviewButton()->setEnabled(m_document.isSound() && !m_submission.isBusy());
  m_review->showBusy(m_submission.isBusy(), m_document.maySubmit());
}

void ExperimentPage::showTitle() { emit titleChanged(); }

void ExperimentPage::showFailure(const QString& sentence) {
  m_notices->showError(sentence);
  emit failed(sentence);
}

void ExperimentPage::apply(const Result<void>& result) {
  if (result) return;
  m_form.showAgain();
  const Error& error = result.error();
  showFailure(ContractText::message(error.code, error.arguments, error.message));
}

void ExperimentPage::askAboutOutside(const QString& path) {
  m_notices->ask(
      tr("%1 was changed by another program. Keep the text here, which replaces the file when "
         "you save, or reload the file, which can be undone?")
          .arg(path),
      {{tr("Keep mine"), [this] { m_files.keepMine(); }},
       {tr("Read it again"), [this] { m_files.reload(); }},
       {tr("Save mine elsewhere…"), [this] { m_files.saveAs(); }}});
}

void ExperimentPage::lookAgain() {
  m_files.lookOutside();
  m_document.clearFindings();  // what was missing may exist now
  m_check.lookAgain();
  m_paths.countAgain();
}

bool ExperimentPage::event(QEvent* event) {
  if (event->type() == QEvent::WindowActivate) lookAgain();
  if (event->type() == QEvent::LanguageChange) showDocument();
  return QWidget::event(event);
}

void ExperimentPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (isVisible()) divide();
}

void ExperimentPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  divide();
  m_check.setWatched(true);
  m_plan.setWatched(true);
}

void ExperimentPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  m_check.setWatched(false);
  m_plan.setWatched(false);
}

}  // namespace trainyard
