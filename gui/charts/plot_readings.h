// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot shows at a place of its horizontal axis: the nearest point of each line, as text and
// for its overlay.
#pragma once

#include <QCoreApplication>

#include "gui/charts/place_text.h"
#include "gui/charts/plot_overlay.h"
#include "gui/charts/plot_picture.h"

namespace trainyard {

class PlotReadings {
  Q_DECLARE_TR_FUNCTIONS(trainyard::PlotReadings)
 public:
  // Of a picture that is drawn into `rect`, and must outlive it.
  PlotReadings(const PlotPicture& picture, const QRectF& rect, PlaceUnit unit, double place);

  bool isEmpty() const { return m_all.empty(); }
  // One text for each line that has a point there.
  QStringList words() const;
  std::vector<PlotHover::Dot> dots() const;
  // Where the nearest point lies.
  double nearestPlace() const;
  // Of too many those that lie nearest to the pointer, in their order.
  PlotReadout readout(const QString& tokens, double pointerY) const;

 private:
  struct Reading {
    std::size_t line;
    CurvePoint point;
    std::optional<double> smoothed;  // if smoothing is on
    std::optional<XRange> band;      // if it is a mean: the lowest and highest value

    double shown() const { return smoothed.value_or(point.y); }
  };
  const Reading& nearest() const;
  double height(const Reading& reading) const;  // on the axis; not finite: it is not on it
  std::vector<Reading> nearestTo(double pointerY, std::size_t most) const;
  QString words(const Reading& reading) const;

  const PlotPicture& m_picture;
  QRectF m_rect;
  PlotMap m_map;
  PlaceUnit m_unit;
  double m_place;
  std::vector<Reading> m_all;
};

}  // namespace trainyard
