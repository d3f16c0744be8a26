// SPDX-License-Identifier: GPL-3.0-or-later
// A titled part of a page: a box with a hairline and round corners.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace trainyard::look {

class Card : public QWidget {
  Q_OBJECT
 public:
  explicit Card(const QString& title = {}, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  QString title() const { return m_title; }
  // Below the title; the card's padding is around it.
  QVBoxLayout* column() const { return m_column; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fitTitle();

  QString m_title;
  QVBoxLayout* m_column;
};

}  // namespace trainyard::look
