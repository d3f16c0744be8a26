// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging in a plot: a rectangle that is zoomed into, or what is shown, which moves along.
#pragma once

#include <QMouseEvent>
#include <optional>

#include "gui/charts/plot_picture.h"

namespace trainyard {

inline XRange zoomed(XRange range, double centre, double factor) {
  return {centre - (centre - range.low) * factor, centre + (range.high - centre) * factor};
}

struct PlotDrag {
  enum Kind { none, zoom, pan };
  struct View {
    std::optional<XRange> x, y;
  };

  Kind kind = none;
  QPointF start, now;  // `now`: where the pointer is, also while nothing is dragged

  void press(const QMouseEvent* event, const PlotPicture& picture);
  // What is shown while it is moved.
  View panned(const QRectF& area) const;
  // Ends it: the view that was drawn as a rectangle; nothing if that was a click.
  std::optional<View> release(QPointF at, const PlotMap& map);
  // The rectangle, once it is larger than a click.
  std::optional<QRectF> selection() const;

 private:
  XRange m_x, m_y;  // that were shown when it began
};

}  // namespace trainyard
