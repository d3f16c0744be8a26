// SPDX-License-Identifier: GPL-3.0-or-later
// One experiment: form and text side by side, findings below, target and submit button above.
#pragma once

#include <QWidget>
#include <optional>

#include "engine/contract/results/training_plan.h"
#include "gui/experiments/diagnostics_model.h"
#include "gui/experiments/document_files.h"
#include "gui/experiments/document_opener.h"
#include "gui/experiments/draft_store.h"
#include "gui/experiments/experiment_document.h"
#include "gui/experiments/open_documents.h"
#include "gui/experiments/path_help.h"
#include "gui/experiments/preview.h"
#include "gui/experiments/submission.h"
#include "gui/experiments/target_check.h"
#include "gui/forms/form_model.h"
#include "gui/forms/presets.h"

class QSplitter;

namespace trainyard {

class DataPage;
class DocumentBar;
class FindingsSide;
class FormView;
class ImportNotesDialog;
class MessageBar;
class PreviewDialog;
class ResourceFields;
class UnusedSections;
class YamlEditor;

class ExperimentPage : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  ExperimentPage(ServiceClient* client, TargetList* targets, QWidget* parent = nullptr);
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
  void enter(const QString& field, const QString& text);
  // What the training of the document would take; nothing: it is not known. Fields say what follows
  // from it.
  void showPlan(const std::optional<TrainingPlan>& plan);
  // Files may have changed since it was looked at.
  void lookAgain();
  // Once no submission needs it any more.
  void deleteWhenSettled();

 signals:
  void submissionBegan();
  void submitted(const QString& run);
  void studySubmitted(const QString& study, int numRuns);
  // A submission found an error in a field; it is shown there.
  void refused();
  void titleChanged();
  void targetChanged();
  void failed(const QString& sentence);

 protected:
  bool event(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void layOut();
  void buildActions();
  void connectBar();
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
  Result<QList<QStringList>> combinations() const;
  void showTitle();
  void showFailure(const QString& sentence);
  void askAboutOutside(const QString& path);
  void submit();
  void preview();
  // Calls `then` once relative paths have a base: immediately, or when the user has saved the
  // document.
  void withFolder(const DocumentFiles::Then& then);
  SubmitRequest currentRequest() const;
  void jumpTo(const QModelIndex& finding);
  // If the document rejected a change, the form reverts it.
  void apply(const Result<void>& result);

  ExperimentDocument m_document;
  DraftStore m_draft{&m_document};
  FormModel m_form;
  DiagnosticsModel m_diagnostics;
  QMap<QString, SeveralValues> m_several;  // of fields by path
  QString m_submittedText;
  QString m_originalRun;
  bool m_isNew = true;       // nothing of the document has been shown yet
  bool m_isTemplate = true;  // the document began as a preset or empty
  DocumentFiles m_files;
  Submission m_submission;
  Preview m_preview;
  TargetCheck m_check;
  PathHelp m_paths;
  PreviewDialog* m_previewDialog;
  ImportNotesDialog* m_importNotes;
  DocumentBar* m_bar;
  FormView* m_formView;
  YamlEditor* m_editor;
  QSplitter* m_sides = nullptr;
  DataPage* m_data;
  FindingsSide* m_findings;
  MessageBar* m_notices;
  UnusedSections* m_unused;
  ResourceFields* m_resources;
  std::optional<TrainingPlan> m_plan;
};

}  // namespace trainyard
