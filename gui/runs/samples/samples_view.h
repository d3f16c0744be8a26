// SPDX-License-Identifier: GPL-3.0-or-later
// What a run shows besides numbers: names at the left, the steps of one of them, its text, table,
// image or histogram, alone or beside that of another run.
#pragma once

#include <QWidget>

#include "gui/runs/samples/sample_reader.h"

class QLabel;
class QListView;
class QStackedWidget;
class QTimer;

namespace trainyard {

class ElidedLabel;
class OtherRunBox;
class OtherSamplePane;
class RunModel;
class RunRecords;
class SampleNamesModel;
class SamplePane;
class StepBar;
class StoreReader;

class SamplesView : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  SamplesView(RunModel* run, RunRecords* runs, const StoreReader* store);

  // Shows the same of another run beside it; empty: none.
  void showBeside(const QString& run);
  void chooseName(const QString& name);

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 protected:
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* buildBar();
  void connectParts(const RunRecords* runs);
  void retranslate();
  void showRun();
  void readSoon();
  void read();
  void take(const QString& run, const QList<SampleRecord>& samples);
  void showName();
  void showPosition();
  void showOther();
  void showEmpty();
  void goToStep(double step);
  // Of the name that is chosen; null while there is none.
  const SampleSeries* series() const;

  RunModel* m_run;
  SampleReader m_reader;
  SampleNamesModel* m_names;
  QListView* m_list;
  ElidedLabel* m_title;
  QLabel *m_besideName, *m_empty;
  OtherRunBox* m_others;
  StepBar* m_steps;
  SamplePane* m_pane;
  OtherSamplePane* m_otherPane;
  QStackedWidget* m_pages;
  QTimer* m_pause;

  QString m_shown;                      // its UUID
  std::optional<SampleSeries> m_place;  // the name that was chosen, if it is one of this run
  SampleRecord m_current;               // what is shown of it
  bool m_isRead = false;
  bool m_isStale = true;      // there may be more than was read
  bool m_isFollowing = true;  // what comes next is shown at once
  bool m_isFilling = false;
};

}  // namespace trainyard
