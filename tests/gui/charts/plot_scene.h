// SPDX-License-Identifier: GPL-3.0-or-later
// Curves in memory for tests of plots.
#pragma once

#include <QCoreApplication>
#include <QTest>

#include "gui/charts/curve_set.h"
#include "gui/charts/plot_panel.h"
#include "gui/charts/point_curves.h"

namespace trainyard {

inline std::vector<CurvePoint> flatLine(int from, int to, int every, double value) {
  std::vector<CurvePoint> out;
  for (int x = from; x <= to; x += every) out.push_back({static_cast<double>(x), value});
  return out;
}

struct PlotScene {
  explicit PlotScene(const QStringList& runs = {"r"}) {
    QList<ShownRun> shown;
    for (const QString& run : runs)
      shown << ShownRun{run, "run " + run, static_cast<int>(shown.size()), false};
    curves.setRuns(shown);
    settle();
  }

  void add(const QString& metric, const std::vector<CurvePoint>& points, const QString& run = "r") {
    source.append({run, metric}, points);
    curves.refresh({run});
    settle();
  }
  void settle() {
    while (curves.isReading()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }
  // Prepares a plot with all that it wants.
  void refresh(PlotPanel* panel) {
    panel->refreshNow();
    settle();
    panel->refreshNow();
  }

  PointCurves source;
  CurveSet curves{&source};
};

}  // namespace trainyard
