// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters with their links, and how another one is added.
#pragma once

#include <QListView>
#include <QPushButton>
#include <QStackedWidget>

#include "gui/clusters/clusters_model.h"

class QLabel;

namespace trainyard {

class ClusterList : public QWidget {
  Q_OBJECT
 public:
  // The list must outlive it.
  explicit ClusterList(TargetList* targets);

  const ClustersModel& model() const { return m_model; }
  void choose(int row);
  void chooseNone();
  // Null: none.
  const TargetRecord* current() const;
  QList<QAbstractButton*> buttons() const { return {m_add, m_practice}; }

 signals:
  void currentChanged();
  void addRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showPractice();
  void showEmpty();
  void retranslate();

  TargetList* m_targets;
  ClustersModel m_model;
  QListView* m_view = new QListView;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_empty;
  QPushButton* m_add = new QPushButton;
  QPushButton* m_practice = new QPushButton;
};

}  // namespace trainyard
