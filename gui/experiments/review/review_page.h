// SPDX-License-Identifier: GPL-3.0-or-later
// Before you submit: where the experiment could run, what it needs there, what was checked, what
// would be written and sent. It changes nothing.
#pragma once

#include <QToolButton>
#include <QWidget>

#include "engine/contract/describe/diagnostic.h"
#include "gui/experiments/checks/preview.h"
#include "gui/experiments/checks/rehearsal_reader.h"
#include "gui/experiments/review/review_rows.h"
#include "gui/experiments/review/reviewed_submission.h"
#include "gui/experiments/checks/target_offers.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/memory_bar.h"
#include "gui/forms/plain_label.h"

class QPushButton;

namespace trainyard {

class RenderedView;
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
  void showFindings(const std::vector<Diagnostic>& findings);
  void showBusy(bool isBusy, bool maySubmit);

  QPushButton* submitButton() { return m_submit; }
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
  QWidget* buildHead();
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
  QToolButton* m_back = new QToolButton;
  QLabel* m_title = plainLabel(look::Role::emphasis);
  ElidedLabel* m_subtitle = new ElidedLabel;
  StudyOffer* m_study;
  QPushButton *m_save, *m_submit;
  QLabel *m_whereTitle, *m_whereNote, *m_memoryTitle, *m_memoryNote, *m_checkedTitle,
      *m_checkedNote;
  TargetsCard* m_where;
  QWidget* m_memoryCard;
  MemoryBar* m_memory = new MemoryBar;
  QLabel* m_memoryWords;
  ReviewRows *m_checked, *m_travel, *m_changes;
  RenderedView* m_rendered;
  QWidget *m_left, *m_right;
};

}  // namespace trainyard
