// SPDX-License-Identifier: GPL-3.0-or-later
// One experiment without a window: the document that is edited, what its form shows, the values
// that a study tries, what the service says of it, and its submissions.
#pragma once

#include <QObject>
#include <functional>

#include "gui/experiments/checks/path_help.h"
#include "gui/experiments/checks/plan_reader.h"
#include "gui/experiments/checks/prediction_reader.h"
#include "gui/experiments/checks/submission.h"
#include "gui/experiments/checks/submission_facts.h"
#include "gui/experiments/checks/target_check.h"
#include "gui/experiments/document/diagnostics_model.h"
#include "gui/experiments/document/draft_store.h"
#include "gui/experiments/document/experiment_document.h"
#include "gui/experiments/document/open_documents.h"
#include "gui/experiments/document/opened_document.h"
#include "gui/experiments/document/preset_changes.h"
#include "gui/experiments/model/sweep.h"
#include "gui/forms/presets.h"

namespace trainyard {

class ExperimentModel : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  ExperimentModel(ServiceClient* client, TargetList* targets);
  ~ExperimentModel() override;

  ExperimentDocument* document() { return &m_document; }
  const ExperimentDocument* document() const { return &m_document; }
  const Experiment& experiment() const { return m_document.content().experiment; }
  DraftStore* draft() { return &m_draft; }
  FormModel* form() { return &m_form; }
  DiagnosticsModel* diagnostics() { return &m_diagnostics; }
  const Sweep& sweep() const { return m_sweep; }
  // What the document has changed of its preset.
  const PresetChanges& changes() const { return m_changes; }
  TargetCheck* check() { return &m_check; }
  const PlanReader& plan() const { return m_plan; }
  const PredictionReader& prediction() const { return m_prediction; }
  PathHelp* paths() { return &m_paths; }
  Submission* submission() { return &m_submission; }
  const QString& target() const { return m_target; }
  // The run whose experiment the document was made from; empty: of none.
  const QString& originalRun() const { return m_originalRun; }

  // Each starts another document.
  void begin(const OpenedDocument& opened);
  void openPreset(const Preset& preset);
  void startNew();
  // Whether it is a new document that nobody has changed.
  bool isUntouched() const;
  // What has to be known to open it again.
  OpenDocument state() const;

  void setTarget(const QString& target);
  // Makes a setting what it is in the preset.
  void takeBack(const QString& path);
  // Shows the document again; texts may have another language.
  void refresh();
  // Files may have changed since it was checked.
  void checkAgain();
  // While nobody sees it, the service is asked nothing.
  void setWatched(bool isWatched);

  int numRuns() const;    // several for a study
  int numTrials() const;  // of a search; 0: the document has none
  // Always includes the text: the file may have changed.
  SubmitRequest request() const;
  // Whether the target can check it: it has a folder and no errors of its own.
  bool isCheckable() const;
  QList<SubmissionFact> facts() const;

  // Readies the document for its review or submission, if it `isSound` enough for it. One that was
  // never saved can be submitted as well: it is kept beside its run. False, after failed(): it
  // cannot be.
  bool prepare(bool isSound);
  // What a submission finds from now on is about the document as it is now.
  void markSubmitted() { m_submittedText = m_document.text(); }
  void addSubmissionFindings(const std::vector<Diagnostic>& findings);
  // A study's runs that are selected, at most so many at once; 0: any number.
  void submit(StudySelection selection, int parallel);

 signals:
  // The document, or what is known about it; `isAnother`: another one has begun.
  void changed(bool isAnother);
  void changesCompared();
  // The document or its target, after both were sent to be checked.
  void requestChanged();
  void findingsChanged();
  void workloadChosen();
  void submissionBegan();
  // `isSearch`: its trials run in it, or it submits them.
  void submitted(const QString& run, bool isSearch);
  // A submission found an error in a field; it is shown there.
  void refused();
  void failed(const QString& sentence);

 private:
  void connectForm();
  void connectSubmission();
  void compareWithPreset();
  void updateRequests();
  void predict();
  // If the document rejected a change, the form reverts it.
  void apply(const Result<void>& result);
  // A change of one field, which has one value again.
  void change(const QString& path, const std::function<Result<void>()>& edit);
  void setSeveral(const QString& path, const SeveralValues& several);

  TargetList* m_targets;
  ExperimentDocument m_document;
  DraftStore m_draft{&m_document};
  FormModel m_form;
  DiagnosticsModel m_diagnostics;
  Sweep m_sweep;
  PresetChanges m_changes;
  Submission m_submission;
  TargetCheck m_check;
  PlanReader m_plan;
  PredictionReader m_prediction;
  PathHelp m_paths;
  QString m_target = QStringLiteral("here");
  QString m_submittedText, m_originalRun;
  bool m_submittedSearch = false;
  bool m_isNew = true;       // nothing of the document has been shown yet
  bool m_isTemplate = true;  // the document began as a preset or empty
};

}  // namespace trainyard
