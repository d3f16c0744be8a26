// SPDX-License-Identifier: GPL-3.0-or-later
// The steps at which there is a sample, as dots along an axis. Its value is the position among
// them, so the keys of a slider go from one to the next, however far apart their steps are.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QSlider>
#include <QToolButton>
#include <optional>

#include "gui/look/card.h"

namespace trainyard {

class StepSlider : public QSlider {
  Q_OBJECT
 public:
  StepSlider();

  // Ascending. Does not change the value, unless there are fewer now.
  void setSteps(const QList<double>& steps);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double placeOf(double step) const;
  int nearestTo(double x) const;
  void paintTicks(class QPainter& painter) const;

  QList<double> m_steps;
};

// With buttons for the neighbours, and a field where a step can be typed.
class StepBar : public look::Card {
  Q_OBJECT
 public:
  StepBar();

  int position() const { return m_slider->value(); }
  bool isAtLast() const { return position() == m_slider->maximum(); }
  void goTo(qsizetype position) { m_slider->setValue(static_cast<int>(position)); }
  // Other steps, without a signal.
  void setSteps(const QList<double>& steps, qsizetype position);
  // Of what is shown now.
  void showStep(std::optional<qint64> step);

 signals:
  void moved();
  // Nothing: what was typed is no number.
  void typed(std::optional<qint64> step);

 private:
  void retranslate();

  StepSlider* m_slider = new StepSlider;
  QToolButton* m_previous = new QToolButton;
  QToolButton* m_next = new QToolButton;
  QLabel* m_name;
  QLineEdit* m_step = new QLineEdit;
};

}  // namespace trainyard
