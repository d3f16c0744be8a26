// The experiment: form and text side by side, what is wrong with it below, where it runs and the
// button above.
#pragma once

#include <QWidget>

#include "gui/experiments/diagnostics_model.h"
#include "gui/experiments/experiment_document.h"
#include "gui/experiments/preview.h"
#include "gui/experiments/submission.h"
#include "gui/experiments/target_check.h"
#include "gui/forms/form_model.h"

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QSplitter;
class QTableView;
class QToolButton;

namespace trainyard {

class FormView;
class PreviewDialog;
class TargetChooser;
class TargetLine;
class YamlEditor;

class ExperimentPage : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  ExperimentPage(ServiceClient* client, TargetList* targets, QWidget* parent = nullptr);

  ExperimentDocument* document() { return &m_document; }
  FormModel* form() { return &m_form; }
  FormView* formView() { return m_formView; }
  DiagnosticsModel* diagnostics() { return &m_diagnostics; }
  YamlEditor* editor() { return m_editor; }

  void openFile(const QString& path);
  void openPreset(const Preset& preset);
  // Asks what to do with unsaved changes; false: a person wants to go on with them.
  bool mayLeave();

 signals:
  void failed(const QString& sentence);
  // What was asked for was done: an older failure is no news any more.
  void succeeded();
  void submitted(const QString& run);
  // A submission that looked well found something at a field after all; it is shown there.
  void refused();
  void titleChanged(const QString& title, bool modified);

 private:
  QWidget* buildBar();
  QWidget* buildFindings();
  void buildActions();
  void connectDocument();
  void connectTarget();
  void considerTarget();
  void showDocument();
  void showTitle();
  void fillRecent();
  void rememberRecent(const QString& path);
  void askOpen();
  bool save();
  bool saveAs();
  void startNew();
  void submit();
  void preview();
  SubmitRequest currentRequest() const;
  void jumpTo(const QModelIndex& finding);
  void apply(Result<void> result);

  ExperimentDocument m_document;
  FormModel m_form;
  DiagnosticsModel m_diagnostics;
  QString m_submittedText;
  Submission m_submission;
  Preview m_preview;
  TargetCheck m_check;
  PreviewDialog* m_previewDialog;
  FormView* m_formView;
  YamlEditor* m_editor;
  QSplitter* m_splitter;
  QSplitter* m_halves;
  QWidget* m_findingsSide = nullptr;
  QTableView* m_findings;
  QLabel* m_verdict;
  QLabel* m_title;
  TargetChooser* m_target;
  TargetLine* m_targetLine;
  QPushButton* m_previewButton;
  QPushButton* m_submit;
  QMenu* m_recent;
};

}  // namespace trainyard
