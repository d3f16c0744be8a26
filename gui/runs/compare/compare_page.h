// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs beside each other: one sentence that says what differs and which leads, their
// numbers, curves, a scatter plot, parallel coordinates; every setting; what they were computed
// with; their code; the notes.
#pragma once

#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QWidget>

#include "gui/charts/curve_set.h"
#include "gui/forms/experiment_copy.h"
#include "gui/forms/plain_label.h"
#include "gui/runs/compare/comparison_table.h"
#include "gui/runs/records/store_reader.h"
#include "gui/runs/records/table_reader.h"

class QTableView;
class QTimer;

namespace trainyard {

class CodePage;
class ComparisonPlots;
class ComparisonSentence;
class PlotGrid;
class ServiceClient;
class ValuesPage;
class WhyCard;

class ComparePage : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  ComparePage(StoreReader* reader, TableReader* tables, ServiceClient* client);
  ~ComparePage() override;

  // `colours`: an index into the palette of curves for each run.
  void show(const QStringList& runs, const QList<int>& colours);
  const QStringList& runs() const { return m_runs; }
  const Comparison& comparison() const { return m_table.comparison(); }
  QList<QAbstractButton*> commandButtons() const;
  // Some runs have changed.
  void refresh(const QStringList& runs);

 signals:
  void backRequested();
  void openRequested(const QString& run);
  void duplicateRequested(const QString& run);
  void experimentsRequested(const QList<trainyard::ExperimentCopy>& copies);
  void reportRequested(const trainyard::Comparison& comparison);
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  QWidget* buildHead();
  QWidget* buildSide();
  void retranslate();
  void request();
  void showComparison(const QList<ComparedRun>& runs);
  void showEnvironment();
  void showNotes();
  void addRuns(const QStringList& runs);
  void fitTable();
  void copy(const QTableView* view);

  TableReader* m_tables;
  QStringList m_runs;
  QList<int> m_colours;
  CurveSet m_curves;
  ComparisonTable m_table;
  QPushButton* m_back = new QPushButton;
  QLabel* m_title = plainLabel(look::Role::page);
  QPushButton* m_copy = new QPushButton;
  QPushButton* m_report = new QPushButton;
  QTabWidget* m_tabs = new QTabWidget;
  ComparisonSentence* m_sentence;
  WhyCard* m_why;
  QTableView* m_view;
  PlotGrid* m_grid;
  ComparisonPlots* m_plots;
  ValuesPage *m_settings, *m_environment;
  CodePage* m_code;
  QPlainTextEdit* m_notes = new QPlainTextEdit;
  QTimer* m_news;
};

}  // namespace trainyard
