// SPDX-License-Identifier: GPL-3.0-or-later
// Before you submit: where the experiment could run, what it needs there, what was checked, what
// would be written and sent. It changes nothing.
#pragma once

#include <QWidget>

#include "engine/contract/describe/diagnostic.h"
#include "gui/experiments/checks/preview.h"
#include "gui/experiments/checks/rehearsal_reader.h"
#include "gui/experiments/review/review_rows.h"
#include "gui/experiments/review/reviewed_submission.h"
#include "gui/experiments/checks/target_offers.h"

class QPushButton;

namespace trainyard {

class MemoryReview;
class RenderedView;
class ReviewHead;
class ReviewSection;
class StudyOffer;
class TargetsCard;

class ReviewPage : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  ReviewPage(ServiceClient* client, TargetList* targets);

  void begin(const ReviewedSubmission& submission);
  // It is left: nothing more is asked.
  void end();
  void showPlan(const TrainingPlan* plan, const QString& whyNot);
  void showPrediction(const RunPrediction& prediction);
  void showFindings(const std::vector<Diagnostic>& findings);
  void showBusy(bool isBusy, bool maySubmit);

  QPushButton* submitButton() const;
  RenderedView* rendered() { return m_rendered; }
  TargetsCard* targetsCard() { return m_where; }
  StudyOffer* study() { return m_study; }
  bool wouldFail(const QString& text) const { return m_rehearsal.wouldFail(text); }
  QString checkedText() const { return m_checked->text(); }
  QString travelText() const { return m_travel->text(); }

 signals:
  void backWanted();
  void submitWanted();
  void targetChosen(const QString& target);
  void failed(const QString& sentence);
  // A submission would find these; they belong to the document.
  void refused(const std::vector<trainyard::Diagnostic>& findings);
  void rehearsalChanged();
  // What the rehearsal of the document `text` found beyond what it already shows.
  void rehearsed(const QString& text, const std::vector<trainyard::Diagnostic>& findings);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* buildLeft();
  QWidget* buildRight();
  void connectParts();
  void retranslate();
  void showAll();
  void showHead();
  void showWhere();
  void showMemory();
  void showChecked();
  int numRuns() const;
  void askOffers();
  void render();
  void rehearse();
  SubmitRequest requestOfRun(int run) const;
  void saveScript();

  TargetList* m_targets;
  TargetOffers m_offers;
  Preview m_preview;
  RehearsalReader m_rehearsal;
  ReviewedSubmission m_submission;
  std::vector<Diagnostic> m_findings;
  std::optional<TrainingPlan> m_plan;
  QString m_whyNoPlan;
  bool m_isBusy = false;
  ReviewHead* m_head;
  StudyOffer* m_study;
  TargetsCard* m_where;
  ReviewSection* m_whereSection;
  MemoryReview* m_memory;
  ReviewRows* m_checked;
  ReviewSection* m_checkedSection;
  ReviewRows *m_travel, *m_changes;
  RenderedView* m_rendered;
  QWidget* m_left;
};

}  // namespace trainyard
