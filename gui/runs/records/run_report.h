// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as a report that opens anywhere: one HTML file with its curves as SVG and nothing loaded
// from elsewhere, PDF, or Markdown.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QMap>
#include <QPointF>
#include <functional>

#include "gui/runs/records/comparison.h"

namespace trainyard {

// The curves of a report: by metric, one a run, in ascending steps.
using ReportCurves = QMap<QString, QList<QList<QPointF>>>;

class RunReport {
  Q_DECLARE_TR_FUNCTIONS(RunReport)
 public:
  // `when`: Unix seconds.
  static QByteArray html(const Comparison& comparison, const ReportCurves& curves, double when);
  static QByteArray pdf(const Comparison& comparison, const ReportCurves& curves, double when);
  static QByteArray markdown(const Comparison& comparison, double when);
  // One metric as a picture, on a light ground.
  static QString svg(const Comparison& comparison, const QString& metric,
                     const QList<QList<QPointF>>& curves);

 private:
  // `pictureOf`: what stands in the page for the curves of a metric; empty for none.
  static QString page(const Comparison& comparison, double when,
                      const std::function<QString(const QString& metric)>& pictureOf);
};

}  // namespace trainyard
