// SPDX-License-Identifier: GPL-3.0-or-later
// A finished run's results on held-out data: curves, confusion, metrics. The service reads the
// files where the run is; nothing is requested before the page is shown.
#pragma once

#include <QComboBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QWidget>
#include <optional>

#include "gui/runs/records/result_curves.h"
#include "gui/runs/actions/run_actions.h"

class QAction;
class QLabel;

namespace trainyard {

class ResultsPage;
class RunModel;

class ResultsView : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  ResultsView(RunModel* run, RunActions* actions);

  void setExportName(const QString& name) { m_exportName = name; }
  const std::optional<ResultCurves>& shown() const { return m_results; }

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildBar();
  void retranslate();
  void restart();
  void lookAgain();
  void list();
  void showSplits(const QStringList& splits);
  void read();
  void showContent(const QByteArray& content);
  void showResults();
  void showMessage(const QString& sentence);
  void copy();
  void exportPicture();
  void exportDrawing();
  void exportTable();
  QString splitName(const QString& split) const;
  QString emptyText() const;

  RunModel* m_run;
  RunActions* m_actions;
  QComboBox* m_splits = new QComboBox;
  QComboBox* m_labels = new QComboBox;
  QLabel* m_note;
  QToolButton* m_copy = new QToolButton;
  QToolButton* m_save = new QToolButton;
  QAction *m_savePicture, *m_saveDrawing, *m_saveTable;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_empty;
  ResultsPage* m_page;
  std::optional<ResultCurves> m_results;
  QString m_shownRun, m_wantedSplit, m_exportName;
  QString m_text;  // of a failure; empty: the default text
  bool m_wasOpen = false;
};

}  // namespace trainyard
