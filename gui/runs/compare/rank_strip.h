// SPDX-License-Identifier: GPL-3.0-or-later
// The places of compared runs over their steps, a row a place, with what happened below. A step is
// chosen by a click, the arrows, or F8 for the next change.
#pragma once

#include <QWidget>

#include "gui/runs/records/comparison_events.h"

namespace trainyard {

class RankStrip : public QWidget {
  Q_OBJECT
 public:
  explicit RankStrip(QWidget* parent = nullptr);

  // In the current language, too.
  void show(const Comparison& comparison, const RankHistory& history,
            std::vector<ComparisonEvent> events);
  // The step that stands out; nothing: none.
  void setStep(std::optional<double> step);
  std::optional<double> step() const { return m_step; }
  // Where the lead or the places changed, and what happened, ascending.
  std::vector<double> stops() const;
  // The next of them, or the one before; from the beginning if no step is chosen.
  void goToStop(bool isForward);
  QSize sizeHint() const override;
  // What it shows at the step, for somebody who does not see it.
  QString summary() const;

 signals:
  void stepChosen(double step);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF area() const;
  double xOf(double step) const;
  double yOf(int place) const;
  double stepAt(double x) const;
  void choose(double step);
  void drawRanks(QPainter& painter) const;
  void drawEvents(QPainter& painter) const;
  void drawAxis(QPainter& painter) const;

  Comparison m_comparison;
  RankHistory m_history;
  std::vector<ComparisonEvent> m_events;
  std::optional<double> m_step;
};

}  // namespace trainyard
