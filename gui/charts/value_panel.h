// SPDX-License-Identifier: GPL-3.0-or-later
// A plot of one value of each run: bars, a scatter, or the best as a number. The arrows go from
// value to value, whose run stands out on the page; Return opens the run.
#pragma once

#include "gui/charts/plot_panel.h"

namespace trainyard {

class ValuePanel : public PlotPanel {
  Q_OBJECT
 public:
  using PlotPanel::PlotPanel;

  QString summary() const override;
  // A table of the values with tabs between its cells.
  QString valuesAsText() const;

 signals:
  void runRequested(const QString& run);

 protected:
  QString take() override;
  void showHover() override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent*) override {}
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  OwnPanel own() const { return metrics().own.value_or(OwnPanel()); }
  const PanelValue* best() const;
  QString bestText() const;
  void takeRanges();
  void takeRunNames();
  void takeNumber();
  void choose(int index);
  void open(int index);
  // Whose value is read out: under the pointer, or chosen by the keys.
  int current() const;

  int m_pointed = -1, m_chosen = -1;
};

// A panel for what `metrics` shows.
PlotPanel* newPanel(CurveSet* set, const PanelMetrics& metrics, QWidget* parent);

}  // namespace trainyard
