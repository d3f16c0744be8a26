// SPDX-License-Identifier: GPL-3.0-or-later
// One experiment: form and text side by side, findings below, target and submit button above.
#pragma once

#include <QPointer>
#include <QWidget>

#include "gui/experiments/document/diagnostics_model.h"
#include "gui/experiments/document_files.h"
#include "gui/experiments/document_opener.h"
#include "gui/experiments/document/draft_store.h"
#include "gui/experiments/document/experiment_document.h"
#include "gui/experiments/document/open_documents.h"
#include "gui/experiments/checks/path_help.h"
#include "gui/experiments/checks/plan_reader.h"
#include "gui/experiments/document/preset_changes.h"
#include "gui/experiments/checks/submission.h"
#include "gui/experiments/checks/target_check.h"
#include "gui/forms/form_model.h"
#include "gui/forms/presets.h"

class QSplitter;
class QStackedWidget;

namespace trainyard {

class ChangesPopup;
class DataPage;
class DocumentBar;
class ExperimentFoot;
class FindingsSide;
class FormView;
class ImportNotesDialog;
class MessageBar;
class ReviewPage;
class ResourceFields;
class UnusedSections;
class YamlEditor;

class ExperimentPage : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  ExperimentPage(ServiceClient* client, TargetList* targets);
  ~ExperimentPage() override;

  ExperimentDocument* document() { return &m_document; }
  DocumentFiles* files() { return &m_files; }
  DraftStore* draft() { return &m_draft; }
  FormModel* form() { return &m_form; }
  FormView* formView() { return m_formView; }
  DiagnosticsModel* diagnostics() { return &m_diagnostics; }
  YamlEditor* editor() { return m_editor; }
  DocumentBar* bar() { return m_bar; }
  DataPage* dataPage() { return m_data; }
  FindingsSide* findings() { return m_findings; }
  MessageBar* notices() { return m_notices; }
  ExperimentFoot* foot() { return m_foot; }
  ReviewPage* review() { return m_review; }
  // Whether it is looked at before it is submitted, instead of being edited.
  bool isReviewing() const;
  // What the document has changed of its preset.
  const PresetChanges& changes() const { return m_changes; }
  ChangesPopup* changesPopup() { return m_changesPopup; }

  // Each starts another document.
  void begin(const OpenedDocument& opened);
  void openPreset(const Preset& preset);
  void startNew();
  // Whether it is a new document that nobody has changed.
  bool isUntouched() const;
  // What has to be known to open it again.
  OpenDocument state() const;
  // The run whose experiment the document was made from; empty: of none.
  const QString& originalRun() const { return m_originalRun; }

  void submitHere();  // to this computer
  // What comes next on the way to a submission: to look at it, then to make it.
  void goOn();
  void enter(const QString& field, const QString& text);
  // Shows a setting in what is shown of the document.
  void goToSetting(const QString& path);
  // Makes a setting what it is in the preset.
  void takeBack(const QString& path);
  // Files may have changed since it was looked at.
  void lookAgain();
  // Once no submission needs it any more.
  void deleteWhenSettled();

 signals:
  void submissionBegan();
  // `isSearch`: its trials run in it, or it submits them.
  void submitted(const QString& run, bool isSearch);
  void studySubmitted(const QString& study, int numRuns);
  void searchStarted(const QString& study);
  // A submission found an error in a field; it is shown there.
  void refused();
  void titleChanged();
  void targetChanged();
  void failed(const QString& sentence);

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void layOut();
  void divide();
  void showSides();
  void buildActions();
  void connectBar();
  void connectChanges();
  void compareWithPreset();
  void connectDocument();
  void connectForm();
  void connectSubmission();
  void connectTarget();
  void connectPaths();
  void showMeanings();
  void updateTarget();
  void showDocument();
  void showForm();
  void showButtons();
  // Gives a field several values, or one again.
  void setSeveral(const QString& path, const SeveralValues& several);
  // Drops those whose first value is no longer the document's: it was changed or undone.
  void dropStaleSeveral();
  QStringList grid() const;  // of the fields with several values
  Result<QList<QStringList>> combinations() const;
  void showTitle();
  void showFailure(const QString& sentence);
  void askAboutOutside(const QString& path);
  void submit();
  void beginReview();
  void endReview();
  void renewReview();
  void showFoot();
  // A document that was never saved can be submitted as well: it is kept beside its run.
  void giveFolder();
  SubmitRequest currentRequest() const;
  // With what was chosen for several runs.
  SubmitRequest studyRequest() const;
  void jumpTo(const QModelIndex& finding);
  void focusField(const QString& path);
  Result<void> setSetting(const std::string& path, const Value& value);
  // Of a search; 0: the document has none.
  int numTrials() const;
  // If the document rejected a change, the form reverts it.
  void apply(const Result<void>& result);

  ExperimentDocument m_document;
  DraftStore m_draft{&m_document};
  FormModel m_form;
  DiagnosticsModel m_diagnostics;
  QMap<QString, SeveralValues> m_several;  // of fields by path
  PresetChanges m_changes;
  QString m_submittedText;
  QString m_originalRun;
  bool m_submittedSearch = false;
  bool m_isNew = true;       // nothing of the document has been shown yet
  bool m_isTemplate = true;  // the document began as a preset or empty
  DocumentFiles m_files;
  Submission m_submission;
  TargetCheck m_check;
  PlanReader m_plan;
  PathHelp m_paths;
  TargetList* m_targets;
  ImportNotesDialog* m_importNotes;
  DocumentBar* m_bar;
  FormView* m_formView;
  YamlEditor* m_editor;
  QSplitter *m_sides = nullptr, *m_formHalf = nullptr, *m_textHalf = nullptr;
  bool m_isDivided = false;
  QPointer<QWidget> m_inputBeforeData;  // that had the focus before the data was shown
  DataPage* m_data;
  FindingsSide* m_findings;
  ReviewPage* m_review;
  ExperimentFoot* m_foot;
  QStackedWidget* m_views = nullptr;
  QPointer<QWidget> m_inputBeforeReview;
  MessageBar* m_notices;
  UnusedSections* m_unused;
  ChangesPopup* m_changesPopup;
  ResourceFields* m_resources;
};

}  // namespace trainyard
