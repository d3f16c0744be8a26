// SPDX-License-Identifier: GPL-3.0-or-later
// A card of rows on the page Before you submit: a mark, a name, what is said of it, and a word at
// the right.
#pragma once

#include <QWidget>

#include "gui/experiments/review_row.h"

class QLabel;
class QVBoxLayout;

namespace trainyard {

class ReviewRows : public QWidget {
  Q_OBJECT
 public:
  explicit ReviewRows(QWidget* parent = nullptr);

  // The head is left out while it has no title.
  void setHead(const QString& title, const QString& detail, const QString& right = {});
  void show(const QList<ReviewRow>& rows);
  // All as text, a line each, for tests and for who hears the window.
  QString text() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* m_head;
  QLabel *m_title, *m_detail, *m_right;
  QVBoxLayout* m_rows;
  QList<ReviewRow> m_shown;
};

}  // namespace trainyard
