// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above the experiment: undo and redo, what is shown of it and in how much detail, what
// differs from its preset, where it runs, and the buttons to preview and submit it.
#pragma once

#include <QComboBox>
#include <QWidget>

#include "gui/experiments/document/experiment_document.h"
#include "gui/forms/plain_label.h"

class QAbstractButton;
class QFrame;
class QPushButton;
class QToolButton;

namespace trainyard {

class TargetChooser;
class TargetList;

namespace look {
class SegmentedControl;
}

class DocumentBar : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  DocumentBar(ExperimentDocument* document, TargetList* targets);

  TargetChooser* target() { return m_target; }
  QPushButton* reviewButton() { return m_review; }
  QPushButton* changesButton() { return m_changes; }
  QPushButton* dataButton() { return m_data; }
  QAbstractButton* undoButton();
  QAbstractButton* redoButton();
  QComboBox* tiers() { return m_tiers; }
  look::SegmentedControl* sides() { return m_sides; }

  enum class Shown { form, both, text };
  // As it was chosen last, in whichever document.
  Shown shown() const;
  Tier tier() const;
  void chooseShown(Shown shown);
  // The data is in the place of form and text.
  bool isDataShown() const;
  void showData(bool isShown);

  void showBusy(bool busy);
  // How many runs a submission creates, several for a study; and how many trials a search has, 0
  // without one.
  void showNumRuns(int count, int trials);
  // What the document has changed of its preset: "9 changes to the preset".
  void showChanges(int count, const QString& words);

 signals:
  void reviewWanted();
  void changesWanted();
  void sidesChanged();  // shown() or isDataShown()
  void tierChosen(trainyard::Tier upTo);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void layOut();
  void connectButtons();
  void retranslate();
  // Gives up more with each step, so that the rest has room.
  void squeeze(int step);
  void fit();
  void fitReview(bool hasKeys);
  QString reviewWords(bool isBusy) const;

  ExperimentDocument* m_document;
  QToolButton *m_undo, *m_redo;
  look::SegmentedControl* m_sides;
  QComboBox* m_tiers = new QComboBox;
  QPushButton *m_changes, *m_data;
  QLabel* m_runOn = plainLabel(look::Role::help);
  TargetChooser* m_target;
  QPushButton* m_review;
  QString m_changesWords;
  int m_numChanges = 0;
  bool m_busy = false;
  int m_numRuns = 1, m_numTrials = 0;
};

}  // namespace trainyard
