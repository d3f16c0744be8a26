// SPDX-License-Identifier: GPL-3.0-or-later
// A card of rows on the page Before you submit: a mark, a name, what is said of it, and a word at
// the right.
#pragma once

#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

#include "gui/experiments/review/review_row.h"

class QLabel;

namespace trainyard {

class ReviewRows : public QWidget {
  Q_OBJECT
 public:
  ReviewRows();

  // The head is left out while it has no title.
  void setHead(const QString& title, const QString& detail, const QString& right = {});
  // `most`: what is more than that is shown on request; 0: all are shown.
  void show(const QList<ReviewRow>& rows, qsizetype most = 0);
  // All as text, a line each, for tests and for who hears the window.
  QString text() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showRows();

  QWidget* m_head = new QWidget;
  QLabel *m_title, *m_detail, *m_right;
  QPushButton* m_more = new QPushButton;
  QVBoxLayout* m_rows = new QVBoxLayout;
  QList<ReviewRow> m_shown;
  qsizetype m_most = 0;
  bool m_isWhole = false;  // though there are more
};

}  // namespace trainyard
