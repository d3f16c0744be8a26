// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints of a run: the curve by which they are judged, a table of those that are there,
// and the chosen one. Curve and table choose each other.
#pragma once

#include <QWidget>

#include "gui/runs/actions/run_actions.h"
#include "gui/runs/checkpoints/checkpoint_files.h"
#include "gui/runs/checkpoints/checkpoint_head.h"
#include "gui/runs/checkpoints/checkpoint_table.h"
#include "gui/targets/target_list.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTableView;
class QTimer;

namespace trainyard {

class CheckpointDetail;
class CheckpointExport;
class CheckpointPlot;
class CheckpointSample;
class RunModel;
class StoreReader;

class CheckpointsPage : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  CheckpointsPage(RunModel* run, RunActions* actions, TargetList* targets,
                  const StoreReader* store);

  CheckpointPlot* plot() const { return m_plot; }
  QTableView* table() const { return m_view; }
  CheckpointDetail* detail() const { return m_detail; }
  // As the tab says it: those that are there, as far as is known.
  qsizetype count() const;

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void countChanged();
  void curvesRequested();
  void samplesRequested();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  // What is beside the curve and the table.
  QWidget* buildSide(const StoreReader* store);
  QWidget* buildTable();
  void build(QWidget* side);
  void connectParts();
  void connectFiles();
  void bindKeys();
  void retranslate();
  void showRun();
  void showRows();
  void showChosen();
  void showState();
  void listSoon();
  void list();
  void readChosen();
  void choose(qint64 step);
  void fetch(const QList<CheckpointRow>& rows, const QString& folder);
  void exportChosen(const QStringList& files, const QString& destination);
  bool isReachable() const;
  QString emptyText() const;
  QString note() const;
  const CheckpointRow* chosen() const;  // also one that was removed; null: none

  RunModel* m_run;
  RunActions* m_actions;
  TargetList* m_targets;
  CheckpointFiles m_files;
  CheckpointTable m_table;
  CheckpointPlot* m_plot;
  CheckpointHead* m_head = new CheckpointHead;
  QTableView* m_view;
  QLabel *m_note, *m_empty;
  QPushButton* m_ask;
  CheckpointDetail* m_detail;
  CheckpointExport* m_export;
  CheckpointSample* m_sample = nullptr;
  QStackedWidget* m_pages;
  QTimer* m_pause;
  struct Known {
    QString run;
    std::optional<CheckpointListing> listing;
    QString problem;  // why it could not be listed
    qsizetype numWritten = 0;
    QString phase;
    bool isStale = false;        // there may be others by now
    QStringList removed;         // names of those that a person removed here
    std::optional<qint64> step;  // the chosen one
    QString read;                // the path whose content was asked for
    std::optional<CheckpointContent> content;
  };
  Known m_known;
};

}  // namespace trainyard
