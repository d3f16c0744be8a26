// SPDX-License-Identifier: GPL-3.0-or-later
// A choice of one of two to five views, all of them seen.
#pragma once

#include <QStringList>
#include <QWidget>

namespace trainyard::look {

class SegmentedControl : public QWidget {
  Q_OBJECT
 public:
  explicit SegmentedControl(const QStringList& names);

  int current() const { return m_current; }
  void setCurrent(int part);
  // In another language; their number stays.
  void setNames(const QStringList& names);
  // An icon before each name, or none where it is empty, in the colour of what waits for the user.
  void setMarks(const QStringList& icons);
  QSize sizeHint() const override;

 signals:
  void currentChanged(int part);
  // Pressed by the user, also if it was the current one already.
  void chosen(int part);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF partAt(int part) const;
  int partUnder(QPointF point) const;
  void describe();

  double markWidth(int part) const;

  QStringList m_names, m_marks;
  int m_current = 0, m_hovered = -1;
};

}  // namespace trainyard::look
