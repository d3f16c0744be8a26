// SPDX-License-Identifier: GPL-3.0-or-later
// Above the runs: the search of them, how many it finds or why it cannot be understood, and tools.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QTimer>

#include "gui/forms/plain_label.h"

namespace trainyard {

class RunsHead : public QWidget {
  Q_OBJECT
 public:
  // `views` stands before the search, `layouts` at the end.
  RunsHead(QWidget* views, QWidget* layouts);

  QLineEdit* search() const { return m_search; }
  // Without the signal that comes after a pause.
  void setFilter(const QString& filter);
  void showCount(const QString& count) { m_count->setText(count); }
  // Why the filter finds nothing; empty: it does.
  void showRefusal(const QString& sentence);

 signals:
  // Somebody has typed, and paused.
  void filterTyped(const QString& filter);

 private:
  QLabel* m_title = plainLabel(look::Role::page);
  QLineEdit* m_search = new QLineEdit;
  QLabel* m_refusal = plainLabel();
  QLabel* m_count = plainLabel();
  QTimer m_typing;
};

}  // namespace trainyard
