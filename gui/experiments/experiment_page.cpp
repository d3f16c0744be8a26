#include "gui/experiments/experiment_page.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/experiments/document_targets.h"
#include "gui/experiments/estimate.h"
#include "gui/experiments/preview_dialog.h"
#include "gui/experiments/sync_words.h"
#include "gui/experiments/target_chooser.h"
#include "gui/experiments/target_line.h"
#include "gui/experiments/yaml_editor.h"
#include "gui/forms/form_view.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/tinted_icon.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int mostRecent = 10;
constexpr int findingsHeight = 110;

QToolButton* barButton(const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setAutoRaise(true);
  return button;
}

}  // namespace

ExperimentPage::ExperimentPage(ServiceClient* client, TargetList* targets, QWidget* parent)
    : QWidget(parent),
      m_submission(client),
      m_preview(client),
      m_check(client, targets),
      m_previewDialog(new PreviewDialog(this)),
      m_formView(new FormView(&m_form)),
      m_editor(new YamlEditor),
      m_splitter(new QSplitter),
      m_halves(new QSplitter(Qt::Vertical)),
      m_findings(plainTable(&m_diagnostics, DiagnosticsModel::MessageColumn)),
      m_verdict(new QLabel),
      m_title(new QLabel),
      m_target(new TargetChooser(targets)),
      m_targetLine(new TargetLine(&m_check)),
      m_previewButton(new QPushButton(tr("Preview"))),
      m_submit(new QPushButton(tr("Submit"))),
      m_recent(new QMenu(tr("Open recent"), this)) {
  m_splitter->setHandleWidth(1);
  m_splitter->addWidget(m_formView);
  m_splitter->addWidget(m_editor);
  m_splitter->setSizes({700, 600});
  m_splitter->setChildrenCollapsible(false);
  m_halves->setHandleWidth(1);
  m_halves->addWidget(m_splitter);
  m_halves->addWidget(buildFindings());
  m_halves->setStretchFactor(0, 1);
  m_halves->setChildrenCollapsible(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildBar());
  column->addWidget(m_halves, 1);
  buildActions();
  connectDocument();
  connectTarget();
  m_document.startFrom(emptyExperiment());
}

QWidget* ExperimentPage::buildBar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(10, 8, 10, 8);
  row->setSpacing(4);
  auto* fresh = barButton(tr("New"), tr("Begin from a preset or an empty experiment"));
  auto* menu = new QMenu(fresh);
  for (const Preset& preset : presets()) {
    QAction* action = menu->addAction(preset.name, this, [this, preset] {
      if (mayLeave()) openPreset(preset);
    });
    action->setToolTip(preset.summary);
  }
  menu->setToolTipsVisible(true);
  menu->addSeparator();
  menu->addAction(tr("Empty experiment"), this, &ExperimentPage::startNew);
  fresh->setMenu(menu);
  fresh->setPopupMode(QToolButton::InstantPopup);
  auto* open = barButton(tr("Open…"), tr("Open an experiment file (Ctrl+O)"));
  auto* openMenu = new QMenu(open);
  openMenu->addMenu(m_recent);
  open->setMenu(openMenu);
  open->setPopupMode(QToolButton::MenuButtonPopup);
  auto* saveButton = barButton(tr("Save"), tr("Save (Ctrl+S; Ctrl+Shift+S under another name)"));
  auto* undo = barButton(tr("Undo"), tr("Undo (Ctrl+Z)"));
  auto* redo = barButton(tr("Redo"), tr("Redo (Ctrl+Shift+Z)"));
  auto* view = new QComboBox;
  view->addItems({tr("Form and text"), tr("Form"), tr("Text")});
  QFont bold = font();
  bold.setBold(true);
  m_title->setFont(bold);
  m_title->setTextFormat(Qt::PlainText);
  m_submit->setToolTip(tr("Start the experiment (Ctrl+Return)"));
  m_submit->setDefault(true);
  m_previewButton->setToolTip(
      tr("The script and the command line that would be submitted (Ctrl+P)"));
  for (QToolButton* button : {fresh, open, saveButton, undo, redo}) row->addWidget(button);
  row->addSpacing(10);
  row->addWidget(m_title, 1);
  row->addWidget(view);
  row->addSpacing(10);
  auto* runOn = new QLabel(tr("Run &on"));
  runOn->setBuddy(m_target);
  row->addWidget(runOn);
  row->addWidget(m_target);
  row->addWidget(m_previewButton);
  row->addWidget(m_submit);
  connect(open, &QToolButton::clicked, this, &ExperimentPage::askOpen);
  connect(saveButton, &QToolButton::clicked, this, &ExperimentPage::save);
  connect(undo, &QToolButton::clicked, &m_document.history(), &QUndoStack::undo);
  connect(redo, &QToolButton::clicked, &m_document.history(), &QUndoStack::redo);
  connect(&m_document.history(), &QUndoStack::canUndoChanged, undo, &QWidget::setEnabled);
  connect(&m_document.history(), &QUndoStack::canRedoChanged, redo, &QWidget::setEnabled);
  undo->setEnabled(false);
  redo->setEnabled(false);
  connect(view, &QComboBox::currentIndexChanged, this, [this](int index) {
    m_formView->setVisible(index != 2);
    m_editor->setVisible(index != 1);
  });
  connect(m_submit, &QPushButton::clicked, this, &ExperimentPage::submit);
  connect(m_previewButton, &QPushButton::clicked, this, &ExperimentPage::preview);
  connect(m_recent, &QMenu::aboutToShow, this, &ExperimentPage::fillRecent);
  fillRecent();
  return bar;
}

QWidget* ExperimentPage::buildFindings() {
  m_findingsSide = new QWidget;
  auto* column = new QVBoxLayout(m_findingsSide);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_verdict->setContentsMargins(12, 5, 12, 5);
  m_findings->setAlternatingRowColors(false);
  m_findings->horizontalHeader()->hide();
  m_findings->setAccessibleName(tr("Findings"));
  auto* line = new QHBoxLayout;
  line->addWidget(m_verdict);
  line->addWidget(m_targetLine, 1);
  column->addLayout(line);
  column->addWidget(m_findings, 1);
  connect(m_findings, &QTableView::clicked, this, &ExperimentPage::jumpTo);
  connect(m_findings, &QTableView::activated, this, &ExperimentPage::jumpTo);
  return m_findingsSide;
}

void ExperimentPage::buildActions() {
  const auto key = [this](const QKeySequence& sequence, auto slot) {
    connect(new QShortcut(sequence, this), &QShortcut::activated, this, slot);
  };
  key(QKeySequence::Open, &ExperimentPage::askOpen);
  key(QKeySequence::Save, &ExperimentPage::save);
  key(QKeySequence(tr("Ctrl+Shift+S")), &ExperimentPage::saveAs);
  key(QKeySequence::New, &ExperimentPage::startNew);
  key(QKeySequence(tr("Ctrl+Return")), &ExperimentPage::submit);
  key(QKeySequence(tr("Ctrl+P")), &ExperimentPage::preview);
  key(QKeySequence::Find, [this] { m_formView->find(); });
  key(QKeySequence::Undo, [this] { m_document.history().undo(); });
  key(QKeySequence::Redo, [this] { m_document.history().redo(); });
}

void ExperimentPage::connectDocument() {
  connect(&m_document, &ExperimentDocument::changed, this, &ExperimentPage::showDocument);
  connect(&m_document, &ExperimentDocument::pathChanged, this, &ExperimentPage::showTitle);
  connect(&m_document, &ExperimentDocument::modifiedChanged, this, &ExperimentPage::showTitle);
  connect(&m_form, &FormModel::editRequested, this, [this](const FieldChange& change) {
    apply(m_document.setValue(change.path, change.value));
  });
  connect(&m_form, &FormModel::resetRequested, this,
          [this](const QString& path) { apply(m_document.resetValue(path)); });
  connect(m_editor, &YamlEditor::typed, this, [this](const QString& text) {
    m_document.changeText(text, ExperimentDocument::Origin::typing);
  });
  connect(m_editor, &YamlEditor::undoRequested, &m_document.history(), &QUndoStack::undo);
  connect(m_editor, &YamlEditor::redoRequested, &m_document.history(), &QUndoStack::redo);
  connect(&m_submission, &Submission::failed, this, &ExperimentPage::failed);
  connect(&m_submission, &Submission::refused, this,
          [this](const std::vector<Diagnostic>& findings) {
            m_document.addFindings(m_submittedText, findings);
            emit refused();
          });
  connect(&m_preview, &Preview::failed, this, &ExperimentPage::failed);
  connect(&m_preview, &Preview::refused, this, [this](const std::vector<Diagnostic>& findings) {
    m_document.addFindings(m_submittedText, findings);
  });
  connect(
      &m_preview, &Preview::ready, this, [this](const QString& script, const QString& commandLine) {
        emit succeeded();
        m_previewDialog->showRendered(m_document.title(), m_target->chosen(), script, commandLine);
      });
  connect(&m_preview, &Preview::syncReady, m_previewDialog,
          [this](const SyncPreviewAnswer& answer) {
            m_previewDialog->showSync(SyncWords::text(answer));
          });
  connect(&m_preview, &Preview::syncFailed, m_previewDialog, &PreviewDialog::showSync);
  connect(&m_submission, &Submission::begun, this, &ExperimentPage::submitted);
  connect(&m_submission, &Submission::submitted, this, &ExperimentPage::submitted);
  connect(&m_submission, &Submission::busyChanged, this, [this](bool busy) {
    m_submit->setText(busy ? tr("Submitting…") : tr("Submit"));
    showDocument();
  });
}

void ExperimentPage::connectTarget() {
  connect(&m_document, &ExperimentDocument::pathChanged, this, &ExperimentPage::considerTarget);
  connect(m_target, &TargetChooser::chosenChanged, this, &ExperimentPage::considerTarget);
  connect(m_target, &TargetChooser::chosenByHand, this, [this](const QString& target) {
    DocumentTargets::remember(m_document.path(), target);
    m_check.askSoon();
  });
  connect(&m_check, &TargetCheck::found, &m_document, &ExperimentDocument::showTargetFindings);
}

void ExperimentPage::considerTarget() {
  const auto state = !m_document.isSound()         ? TargetCheck::Document::wrong
                     : m_document.path().isEmpty() ? TargetCheck::Document::unsaved
                                                   : TargetCheck::Document::checkable;
  SubmitRequest request = currentRequest();
  request.text = m_document.text().toUtf8();
  m_check.consider(request, state, Estimate::gpuHours(m_document.content().experiment));
}

void ExperimentPage::showDocument() {
  const std::vector<Diagnostic>& findings = m_document.content().diagnostics;
  m_editor->showText(m_document.text());
  m_editor->showDiagnostics(findings);
  m_form.show(m_document.content(), m_document.text());
  m_diagnostics.show(findings);
  const int errors = m_diagnostics.count(Severity::error),
            warnings = m_diagnostics.count(Severity::warning);
  m_verdict->setText(errors > 0 ? tr("To be corrected before it can be submitted: %1").arg(errors)
                     : warnings > 0 ? tr("Ready to submit; warnings: %1").arg(warnings)
                                    : tr("✓ Ready to submit"));
  QPalette coloured = palette();
  coloured.setColor(QPalette::WindowText, errors > 0     ? QColor(0xd03b3b)
                                          : warnings > 0 ? QColor(0xb7791f)
                                                         : QColor(0x1f9e57));
  m_verdict->setPalette(coloured);
  const bool any = m_diagnostics.rowCount() > 0;
  if (any != m_findings->isVisibleTo(m_findingsSide)) {
    m_findings->setVisible(any);
    const int height = any ? findingsHeight : m_verdict->sizeHint().height();
    m_findingsSide->setMaximumHeight(any ? QWIDGETSIZE_MAX : height);
    m_halves->setSizes({std::max(height, m_halves->height() - height), height});
  }
  m_previewButton->setEnabled(m_document.isSound());
  m_submit->setEnabled(m_document.isSound() && !m_submission.isBusy());
  showTitle();
  considerTarget();
}

void ExperimentPage::showTitle() {
  m_title->setText(m_document.title() + (m_document.isModified() ? u" •"_s : QString()));
  m_title->setToolTip(m_document.path().isEmpty() ? tr("Not saved yet") : m_document.path());
  emit titleChanged(m_document.title(), m_document.isModified());
}

void ExperimentPage::apply(Result<void> result) {
  if (!result) emit failed(QString::fromStdString(result.error().message));
}

void ExperimentPage::openFile(const QString& path) {
  const auto result = m_document.open(path);
  if (result) {
    rememberRecent(m_document.path());
    m_target->choose(DocumentTargets::of(m_document.path()));
  }
  apply(result);
}

void ExperimentPage::openPreset(const Preset& preset) {
  QFile file(preset.file);
  if (file.open(QIODevice::ReadOnly)) m_document.startFrom(QString::fromUtf8(file.readAll()));
}

void ExperimentPage::startNew() {
  if (mayLeave()) m_document.startFrom(emptyExperiment());
}

void ExperimentPage::askOpen() {
  if (!mayLeave()) return;
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Open an experiment"), QFileInfo(m_document.path()).path(),
      tr("Experiments (*.yaml *.yml);;All files (*)"));
  if (!path.isEmpty()) openFile(path);
}

bool ExperimentPage::save() {
  if (m_document.path().isEmpty()) return saveAs();
  const auto result = m_document.save(m_document.path());
  apply(result);
  return result.ok();
}

bool ExperimentPage::saveAs() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Save the experiment"),
                                                    m_document.title(), tr("Experiments (*.yaml)"));
  if (path.isEmpty()) return false;
  const auto result = m_document.save(path);
  if (result) {
    rememberRecent(m_document.path());
    DocumentTargets::remember(m_document.path(), m_target->chosen());
  }
  apply(result);
  return result.ok();
}

bool ExperimentPage::mayLeave() {
  if (!m_document.isModified()) return true;
  const auto answer = QMessageBox::question(
      this, tr("Unsaved changes"), tr("Save the changes to %1 first?").arg(m_document.title()),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Save) return save();
  return answer == QMessageBox::Discard;
}

void ExperimentPage::fillRecent() {
  m_recent->clear();
  for (const QString& path : QSettings().value(u"recent"_s).toStringList())
    m_recent->addAction(path, this, [this, path] {
      if (mayLeave()) openFile(path);
    });
  m_recent->setEnabled(!m_recent->isEmpty());
}

void ExperimentPage::rememberRecent(const QString& path) {
  QSettings settings;
  QStringList paths = settings.value(u"recent"_s).toStringList();
  paths.removeAll(path);
  paths.prepend(path);
  settings.setValue(u"recent"_s, paths.mid(0, mostRecent));
}

void ExperimentPage::submit() {
  if (!m_submit->isEnabled()) return;
  // Relative paths of the document count from its folder, so it needs one.
  if (m_document.path().isEmpty() && !saveAs()) return;
  m_document.clearFindings();
  m_submittedText = m_document.text();
  m_submission.submit(currentRequest());
}

SubmitRequest ExperimentPage::currentRequest() const {
  SubmitRequest request;
  request.path = m_document.path();
  if (m_document.isModified()) request.text = m_document.text().toUtf8();
  request.target = m_target->chosen();
  return request;
}

void ExperimentPage::preview() {
  if (!m_previewButton->isEnabled()) return;
  if (m_document.path().isEmpty() && !saveAs()) return;
  m_document.clearFindings();
  m_submittedText = m_document.text();
  m_preview.request(currentRequest());
}

void ExperimentPage::jumpTo(const QModelIndex& finding) {
  if (m_formView->isVisible())
    m_formView->jumpTo(finding.data(DiagnosticsModel::PathRole).toString());
  const int line = finding.data(DiagnosticsModel::LineRole).toInt();
  if (m_editor->isVisible() && line > 0)
    m_editor->jumpTo(line, finding.data(DiagnosticsModel::ColumnRole).toInt());
}

}  // namespace trainyard
