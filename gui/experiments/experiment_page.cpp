// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiment_page.h"

#include <QApplication>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>

#include "gui/experiments/changes_popup.h"
#include "gui/experiments/document/document_targets.h"
#include "gui/experiments/document/path_settings.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/experiment_foot.h"
#include "gui/experiments/findings_side.h"
#include "gui/experiments/import_notes_dialog.h"
#include "gui/experiments/resource_fields.h"
#include "gui/experiments/review/review_page.h"
#include "gui/experiments/review/study_offer.h"
#include "gui/experiments/target_chooser.h"
#include "gui/experiments/unused_sections.h"
#include "gui/forms/form_view.h"
#include "gui/forms/message_bar.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"

using namespace Qt::StringLiterals;

namespace trainyard {

ExperimentPage::ExperimentPage(ServiceClient* client, TargetList* targets)
    : m_model(client, targets),
      m_files(m_model.document(), this),
      m_importNotes(new ImportNotesDialog(this)),
      m_bar(new DocumentBar(m_model.document(), targets)),
      m_sides(new ExperimentSides(&m_model, m_bar, client)),
      m_review(new ReviewPage(client, targets)),
      m_foot(new ExperimentFoot),
      m_views(new QStackedWidget),
      m_notices(new MessageBar(this)),
      m_unused(new UnusedSections(m_model.document(), m_notices, this)),
      m_changesPopup(new ChangesPopup(this)),
      m_resources(new ResourceFields(client, targets, m_sides->formView(), this)) {
  layOut();
  buildActions();
  connectChanges();
  connectDocument();
  connectSubmission();
  connectReview();
  connectTarget();
  m_model.startNew();
  look::onEvent(this, QEvent::Resize, [this] {
    if (isVisible()) divide();
  });
}

// The history tells that it is clean when it ends.
ExperimentPage::~ExperimentPage() { m_model.document()->disconnect(this); }

void ExperimentPage::layOut() {
  auto* editing = new QWidget;
  look::addAll(look::columnIn(editing), {m_bar, {m_sides, 1}});
  m_views->addWidget(editing);
  m_views->addWidget(m_review);
  look::addAll(look::columnIn(this), {{m_views, 1}, m_foot});
}

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
  key(QKeySequence(Qt::Key_F8), [this] { m_sides->findings()->step(1); });
  key(QKeySequence(Qt::SHIFT | Qt::Key_F8), [this] { m_sides->findings()->step(-1); });
  key(QKeySequence::Find, [this] { m_sides->formView()->find(); });
  // One undo history across form and text, whichever has the focus.
  for (const auto& sequence : QKeySequence::keyBindings(QKeySequence::Undo))
    key(sequence, [this] { m_model.document()->history().undo(); });
  for (const auto& sequence : QKeySequence::keyBindings(QKeySequence::Redo))
    key(sequence, [this] { m_model.document()->history().redo(); });
}

void ExperimentPage::connectChanges() {
  connect(m_model.document(), &ExperimentDocument::presetChanged, this,
          &ExperimentPage::titleChanged);  // who keeps what is open hears of it
  connect(&m_model, &ExperimentModel::changesCompared, this, [this] {
    const PresetChanges& changes = m_model.changes();
    m_bar->showChanges(static_cast<int>(changes.changes().size()), changes.words());
    if (m_changesPopup->isVisible()) m_changesPopup->showChanges(changes);
  });
  connect(m_bar, &DocumentBar::changesWanted, this, [this] {
    m_changesPopup->showChanges(m_model.changes());
    m_changesPopup->openBelow(m_bar->changesButton());
  });
  connect(m_changesPopup, &ChangesPopup::chosen, m_sides, &ExperimentSides::goToSetting);
  connect(m_changesPopup, &ChangesPopup::resetWanted, &m_model, &ExperimentModel::takeBack);
}

void ExperimentPage::connectDocument() {
  ExperimentDocument* document = m_model.document();
  // A notice is about the previous document.
  connect(document, &ExperimentDocument::begun, m_notices, &MessageBar::dismiss);
  connect(document, &ExperimentDocument::pathChanged, this, &ExperimentPage::titleChanged);
  connect(document, &ExperimentDocument::modifiedChanged, this, &ExperimentPage::titleChanged);
  connect(&m_model, &ExperimentModel::changed, this, [this] {
    showButtons();
    emit titleChanged();
  });
  connect(&m_model, &ExperimentModel::workloadChosen, m_unused, &UnusedSections::update);
  connect(&m_model, &ExperimentModel::failed, this, &ExperimentPage::showFailure);
  connect(&m_files, &DocumentFiles::failed, this, &ExperimentPage::showFailure);
  connect(&m_files, &DocumentFiles::saved, this, [this, document] {
    m_notices->dismiss();
    DocumentTargets::remember(document->path(), m_model.target());
    documentPresets().remember(document->path(), document->preset());
  });
  connect(&m_files, &DocumentFiles::changedOutside, this, &ExperimentPage::askAboutOutside);
}

void ExperimentPage::connectSubmission() {
  const Submission* submission = m_model.submission();
  // Notices about an earlier try are over.
  connect(&m_model, &ExperimentModel::submitted, m_notices, &MessageBar::dismiss);
  connect(submission, &Submission::studySubmitted, m_notices, &MessageBar::dismiss);
  connect(submission, &Submission::searchStarted, m_notices, &MessageBar::dismiss);
  connect(submission, &Submission::progressed, this, [this](int done, int all) {
    m_notices->showInfo(tr("Submitting run %1 of %2.").arg(done + 1).arg(all));
  });
  connect(submission, &Submission::busyChanged, this, [this](bool busy) {
    m_bar->showBusy(busy);
    showButtons();
  });
}

void ExperimentPage::connectReview() {
  connect(m_bar, &DocumentBar::reviewWanted, this, &ExperimentPage::beginReview);
  connect(m_foot, &ExperimentFoot::problemsWanted, this, [this] {
    endReview();
    m_sides->findings()->setFolded(false);
    m_sides->findings()->step(1);
  });
  connect(m_review, &ReviewPage::backWanted, this, &ExperimentPage::endReview);
  connect(m_review, &ReviewPage::submitWanted, this, &ExperimentPage::submit);
  connect(m_review, &ReviewPage::failed, this, &ExperimentPage::showFailure);
  connect(m_review, &ReviewPage::targetChosen, m_bar->target(), &TargetChooser::chooseByHand);
  connect(m_review, &ReviewPage::refused, &m_model, &ExperimentModel::addSubmissionFindings);
  connect(m_review, &ReviewPage::rehearsed, m_model.document(), &ExperimentDocument::addFindings);
  connect(m_review, &ReviewPage::rehearsalChanged, this, &ExperimentPage::showFoot);
  connect(&m_model, &ExperimentModel::findingsChanged, this,
          [this] { m_review->showFindings(m_model.document()->content().diagnostics); });
  connect(&m_model.plan(), &PlanReader::changed, this, [this] {
    m_review->showPlan(m_model.plan().plan(), m_model.plan().whyNot());
    showFoot();
  });
  connect(&m_model.prediction(), &PredictionReader::changed, this, [this] {
    m_review->showPrediction(m_model.prediction().prediction());
    showFoot();
  });
}

void ExperimentPage::connectTarget() {
  const TargetChooser* target = m_bar->target();
  connect(target, &TargetChooser::chosenChanged, &m_model, &ExperimentModel::setTarget);
  connect(target, &TargetChooser::chosenByHand, this, [this](const QString& chosen) {
    m_notices->dismiss();  // it is about the previously selected target
    DocumentTargets::remember(m_model.document()->path(), chosen);
    m_model.check()->askSoon();
    emit targetChanged();
  });
  connect(m_model.check(), &TargetCheck::changed, this, &ExperimentPage::showFoot);
  connect(&m_model, &ExperimentModel::requestChanged, this, [this] {
    m_resources->show(m_model.target(), m_model.experiment());
    renewReview();
    showFoot();
  });
}

void ExperimentPage::begin(const OpenedDocument& opened) {
  m_model.begin(opened);
  if (!opened.draft.isEmpty()) m_files.lookOutside();
  m_bar->target()->choose(opened.target.isEmpty() ? DocumentTargets::of(opened.origin)
                                                  : opened.target);
  if (!opened.notes.empty()) m_importNotes->showNotes(opened.notes);
}

void ExperimentPage::enter(const QString& field, const QString& text) {
  m_model.form()->enter(m_model.form()->rowOf(field), text);
  m_sides->formView()->jumpTo(field);
}

void ExperimentPage::showButtons() {
  const bool isBusy = m_model.submission()->isBusy();
  m_bar->showNumRuns(m_model.numRuns(), m_model.numTrials());
  m_bar->reviewButton()->setEnabled(m_model.document()->isSound() && !isBusy);
  m_review->showBusy(isBusy, m_model.document()->maySubmit());
}

void ExperimentPage::showFoot() {
  m_foot->showVerdict(SubmissionVerdict::of(*m_model.diagnostics(), *m_model.check(),
                                            m_review->wouldFail(m_model.document()->text())));
  m_foot->showFacts(m_model.facts());
}

void ExperimentPage::showFailure(const QString& sentence) {
  m_notices->showError(sentence);
  emit failed(sentence);
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

void ExperimentPage::submitHere() {
  m_bar->target()->choose(u"here"_s);
  submit();
}

void ExperimentPage::submit() {
  if (m_model.submission()->isBusy() || !m_model.prepare(m_model.document()->maySubmit())) return;
  endReview();
  m_model.submit(m_review->study()->selection(), m_review->study()->parallel());
}

void ExperimentPage::goOn() {
  if (isReviewing()) return submit();
  beginReview();
}

bool ExperimentPage::isReviewing() const { return m_views->currentWidget() == m_review; }

void ExperimentPage::beginReview() {
  if (m_model.submission()->isBusy() || isReviewing() ||
      !m_model.prepare(m_model.document()->isSound()))
    return;
  m_model.document()->clearFindings();
  m_inputBeforeReview = QApplication::focusWidget();
  m_views->setCurrentWidget(m_review);
  renewReview();
  m_review->submitButton()->setFocus(Qt::OtherFocusReason);
}

void ExperimentPage::endReview() {
  if (!isReviewing()) return;
  m_views->setCurrentIndex(0);
  m_review->end();
  if (m_inputBeforeReview) m_inputBeforeReview->setFocus(Qt::OtherFocusReason);
}

// The document or its target changed, or it is looked at now.
void ExperimentPage::renewReview() {
  if (!isReviewing()) return;
  m_model.markSubmitted();
  m_review->begin(ReviewedSubmission::of(m_model));
}

void ExperimentPage::deleteWhenSettled() {
  if (!m_model.submission()->isUnderway()) return deleteLater();
  connect(m_model.submission(), &Submission::settled, this, &QObject::deleteLater);
}

void ExperimentPage::lookAgain() {
  m_files.lookOutside();
  m_model.checkAgain();
}

bool ExperimentPage::event(QEvent* event) {
  if (event->type() == QEvent::WindowActivate) lookAgain();
  if (event->type() == QEvent::LanguageChange) m_model.refresh();
  return QWidget::event(event);
}

void ExperimentPage::divide() {
  layout()->activate();
  m_sides->divide();
}

void ExperimentPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  divide();
  m_model.setWatched(true);
}

void ExperimentPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  m_model.setWatched(false);
}

}  // namespace trainyard
