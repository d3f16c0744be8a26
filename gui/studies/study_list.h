// SPDX-License-Identifier: GPL-3.0-or-later
// The list of studies, or what to do where there are none.
#pragma once

#include <QPushButton>
#include <QStackedWidget>
#include <QWidget>

#include "gui/forms/plain_label.h"
#include "gui/studies/study_list_model.h"

class QTableView;

namespace trainyard {

class StudyList : public QWidget {
  Q_OBJECT
 public:
  StudyList();

  void show(const QList<StudySummary>& studies);
  const StudyListModel& model() const { return m_model; }
  QTableView* view() const { return m_view; }
  void choose(const QString& study);

 signals:
  void openRequested(const QString& study);
  void experimentWanted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildEmpty();
  void fitColumns();
  void retranslate();

  StudyListModel m_model;
  QLabel* m_title = plainLabel(look::Role::page);
  QStackedWidget* m_pages = new QStackedWidget;
  QTableView* m_view;
  QLabel* m_nothing = plainLabel(look::Role::body);
  QPushButton* m_new = new QPushButton;
  bool m_isRead = false;
};

}  // namespace trainyard
