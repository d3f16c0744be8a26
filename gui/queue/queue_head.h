// SPDX-License-Identifier: GPL-3.0-or-later
// The title bar of the queue: whose jobs are shown, when clusters were asked, and a search.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "gui/targets/target_list.h"

class QComboBox;

namespace trainyard {

namespace look {
class SegmentedControl;
}

class QueueHead : public QWidget {
  Q_OBJECT
 public:
  QueueHead();

  // One's own jobs of all clusters, whose number is shown, and a choice for each of these.
  void showClusters(const QList<TargetRecord>& clusters);
  void showCount(int mine);
  // When they were asked, and how many seconds are left until they are again; 0: never, or not yet.
  void showAge(double asked, double secondsToNext, bool isBusy);
  void choose(const QString& cluster);
  // Empty: one's own of all clusters.
  QString cluster() const { return m_clusters.value(m_chosen - 1); }
  QString search() const { return m_search->text(); }
  QPushButton* refreshButton() const { return m_refresh; }
  void focusSearch();

 signals:
  void clusterChosen(const QString& cluster);
  void searchTyped();

 private:
  void chooseChoice(int choice);
  void showChoices();
  void fit();
  void retranslate();

  QStringList m_clusters, m_marks;
  int m_chosen = 0, m_count = 0;
  QLabel* m_title;
  look::SegmentedControl* m_parts;
  QComboBox* m_list;  // where the parts have no space
  QLabel* m_age;
  QPushButton* m_refresh = new QPushButton;
  QLineEdit* m_search = new QLineEdit;
};

}  // namespace trainyard
