// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_drag.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trainyard {
namespace {

constexpr double smallestDrag = 6;  // pixels; shorter ones are clicks

}  // namespace

void PlotDrag::press(const QMouseEvent* event, const PlotPicture& picture) {
  start = now = event->position();
  const bool isPan =
      event->button() == Qt::MiddleButton ||
      (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
  kind = isPan ? pan : event->button() == Qt::LeftButton ? zoom : none;
  m_x = picture.x;
  m_y = picture.y;
}

PlotDrag::View PlotDrag::panned(const QRectF& area) const {
  const double dx = (now.x() - start.x()) / area.width() * (m_x.high - m_x.low);
  const double dy = (now.y() - start.y()) / area.height() * (m_y.high - m_y.low);
  return {XRange{m_x.low - dx, m_x.high - dx}, XRange{m_y.low + dy, m_y.high + dy}};
}

std::optional<PlotDrag::View> PlotDrag::release(QPointF at, const PlotMap& map) {
  const bool wasZoom = std::exchange(kind, none) == zoom;
  const QPointF moved = at - start;
  if (!wasZoom || std::abs(moved.x()) <= smallestDrag) return std::nullopt;
  const QPointF a = map.toPlot(start), b = map.toPlot(at);
  View view{XRange{std::min(a.x(), b.x()), std::max(a.x(), b.x())}, std::nullopt};
  // A flat rectangle selects only steps, whatever their values.
  if (std::abs(moved.y()) > 3 * smallestDrag)
    view.y = XRange{std::min(a.y(), b.y()), std::max(a.y(), b.y())};
  return view;
}

std::optional<QRectF> PlotDrag::selection() const {
  if (kind != zoom || (now - start).manhattanLength() <= smallestDrag) return std::nullopt;
  return QRectF(start, now).normalized();
}

}  // namespace trainyard
