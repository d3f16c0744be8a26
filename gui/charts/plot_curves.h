// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of one plot: which of a set they are, and what is drawn of them.
#pragma once

#include <QCoreApplication>

#include "gui/charts/curve_set.h"
#include "gui/charts/panel_metrics.h"
#include "gui/charts/plot_picture.h"
#include "gui/charts/step_axis.h"

namespace trainyard {

class PlotCurves {
  Q_DECLARE_TR_FUNCTIONS(trainyard::PlotCurves)
 public:
  // As the set is now; both must outlive it. `columns`: how many points a line has room for.
  PlotCurves(CurveSet* set, const PanelMetrics& metrics, int columns);

  bool isEmpty() const { return m_all.empty(); }
  QList<CurveKey> keys() const;
  // What has to be read of them; nothing: all of it.
  QList<CurveSet::Want> wants(std::optional<XRange> view) const;
  // Where their points lie.
  XRange range() const;
  // Lines, marks and the best value, within the picture's range and scale.
  void draw(PlotPicture& picture, const PlotStyle& style) const;

 private:
  struct Curve {
    CurveKey key;
    QString label;
    int colour = 0;
    StepAxis axis;
    bool isInMean = false;  // of a group, which is shown in its place
    int metric = -1;        // see PlotPicture::Line
    bool isBehind = false;  // of training beside its evaluation, where several runs are shown
  };
  bool isBehindOthers(const QString& metric) const;
  std::vector<PlotPicture::Line> lines(XRange x, const PlotStyle& style) const;
  void addMeans(XRange x, const PlotStyle& style, std::vector<PlotPicture::Line>& lines) const;
  void addMarks(PlotPicture& picture) const;
  void addBest(const Curve& curve, const ColumnCurve& whole, PlotPicture& picture,
               double& bestValue) const;

  CurveSet* m_set;
  const PanelMetrics& m_metrics;
  int m_columns;
  std::vector<Curve> m_all;
};

}  // namespace trainyard
