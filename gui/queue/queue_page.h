// SPDX-License-Identifier: GPL-3.0-or-later
// What is waiting and running on clusters: one's own jobs of all of them, or the queue of one;
// when the chosen one can start; and beside it what is free, and how much one may use.
#pragma once

#include <QScrollArea>
#include <QStackedWidget>

#include "gui/forms/page.h"
#include "gui/queue/queue_reader.h"
#include "gui/queue/queue_row.h"
#include "gui/targets/target_list.h"

class QBoxLayout;
class QLabel;
class QPushButton;
class QTimer;

namespace trainyard {

class QueueHead;
class QueueSide;
class QueueTable;
class StartCard;

class QueuePage : public Page {
  Q_OBJECT
 public:
  QString title() const override { return tr("Queue"); }
  QList<QAbstractButton*> commandButtons() const override;
  // The cluster whose queue is shown.
  QString address() const override;
  void goTo(const QString& address) override;

  // Both must outlive it.
  QueuePage(ServiceClient* client, TargetList* targets);

  // All runs, for names, how far they are, and how long they waited.
  void showRuns(const QList<RunRecord>& runs);

 signals:
  void runRequested(const QString& run);
  void fileRequested(const QString& target, const QString& path);
  void clusterRequested(const QString& cluster);
  void clusterWanted();  // there is none

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QWidget* buildBody();
  QWidget* buildEmpty();
  void connectParts();
  void connectReader(ServiceClient* client);
  void showClusters();
  void showAnswers();
  void showChosen();
  void showSide();
  void showEmpty(bool hasRows);
  QList<QueueRow> rowsOf(const QString& cluster, bool onlyMine) const;
  QList<TargetRecord> clusters() const;
  void askCancel(const QueueRow& row);
  void fit();

  TargetList* m_targets;
  QueueReader m_reader;
  QHash<QString, RunRecord> m_runs;  // open ones, by their UUID
  QMap<QString, QList<double>> m_waits;
  std::optional<QString> m_wanted;  // the cluster to be shown once it is known
  QueueHead* m_head;
  QStackedWidget* m_pages = new QStackedWidget;
  QueueTable* m_table;
  StartCard* m_start;
  QueueSide* m_side;
  QBoxLayout* m_columns = nullptr;
  QScrollArea* m_scroll = new QScrollArea;
  QLabel *m_note, *m_nothing;
  QPushButton* m_act;
  QTimer* m_clock;
};

}  // namespace trainyard
