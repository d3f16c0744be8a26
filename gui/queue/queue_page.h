// SPDX-License-Identifier: GPL-3.0-or-later
// What is waiting and running on a cluster: free GPUs by type, own jobs with why they wait, those
// ahead of them, running ones of others.
#pragma once

#include <QComboBox>
#include <QPushButton>
#include <QTabWidget>

#include "gui/forms/page.h"
#include "gui/queue/queue_jobs_model.h"
#include "gui/queue/queue_reader.h"
#include "gui/targets/target_list.h"

class QLabel;
class QTableView;

namespace trainyard {

class GpuBars;

class QueuePage : public Page {
  Q_OBJECT
 public:
  QString title() const override { return tr("Queue"); }
  QList<QAbstractButton*> commandButtons() const override {
    return {m_connect, m_refresh, m_show, m_output, m_adopt, m_cancel};
  }

  // Both must outlive it.
  QueuePage(ServiceClient* client, TargetList* targets);

 signals:
  void runRequested(const QString& run);
  void fileRequested(const QString& target, const QString& path);
  void clusterWanted();  // there is none

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QWidget* buildHead();
  QTableView* addJobs(QueueJobsModel* model);
  void fillClusters();
  void chooseCluster();
  void showAnswer();
  void showText();
  void showButtons();
  void askCancel();
  void retranslate();
  const QueueEntry* chosen() const;  // among own jobs

  TargetList* m_targets;
  QueueReader m_reader;
  QueueJobsModel m_mine, m_before, m_running;
  QComboBox* m_cluster = new QComboBox;
  QPushButton* m_connect = new QPushButton;
  QPushButton* m_refresh = new QPushButton;
  QPushButton* m_add = new QPushButton;
  QPushButton* m_show = new QPushButton;
  QPushButton* m_output = new QPushButton;
  QPushButton* m_adopt = new QPushButton;
  QPushButton* m_cancel = new QPushButton;
  GpuBars* m_gpus;
  QLabel* m_text;
  QTabWidget* m_tabs = new QTabWidget;
  QTableView* m_table;
};

}  // namespace trainyard
