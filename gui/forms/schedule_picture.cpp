// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/schedule_picture.h"

#include <QPainter>
#include <QPolygonF>

#include "gui/look/paint.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;

constexpr double pictureWidth = 124, pictureHeight = 32, pictureInset = 2, lineWidth = 1.6;
constexpr double highest = 1.05;
constexpr int numPlaces = 240;
constexpr std::int64_t anySteps = 1'000'000;

bool dependsOnSteps(const ScheduleSection& schedule) {
  const bool isInSteps = schedule.warmup_steps > 0 || schedule.decay_steps || schedule.timescale;
  const bool hasOwnSteps = schedule.kind == ScheduleKind::inverse_sqrt ||
                           schedule.kind == ScheduleKind::warmup_lr ||
                           schedule.kind == ScheduleKind::warmup_decay_lr;
  return schedule.kind != ScheduleKind::constant && (isInSteps || hasOwnSteps);
}

}  // namespace

SchedulePicture::SchedulePicture() {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setFocusPolicy(Qt::NoFocus);
}

void SchedulePicture::showSchedule(const ScheduleSection& schedule, double peak,
                                   std::optional<std::int64_t> totalSteps) {
  QList<double> heights;
  if (peak > 0 && (totalSteps || !dependsOnSteps(schedule))) {
    const std::int64_t total = totalSteps.value_or(anySteps);
    const ScheduleCurve curve(schedule, peak, total);
    for (int i = 0; i <= numPlaces; ++i)
      heights << curve.at(static_cast<double>(total) * i / numPlaces);
  }
  if (heights == m_heights) return;
  m_heights = heights;
  update();
}

QSize SchedulePicture::sizeHint() const { return {px(pictureWidth), px(pictureHeight)}; }

QSize SchedulePicture::minimumSizeHint() const { return {0, px(pictureHeight)}; }

void SchedulePicture::paintEvent(QPaintEvent*) {
  if (m_heights.isEmpty()) return;
  const look::Tokens& now = look::tokens(palette());
  QPainter painter(this);
  const double inset = px(pictureInset);
  const QRectF room = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
  painter.fillRect(QRectF(room.left(), room.bottom() - 1, room.width(), 1), now.axis);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(now.accent, lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  QPolygonF line;
  for (int i = 0; i < m_heights.size(); ++i)
    line << QPointF(room.left() + room.width() * i / numPlaces,
                    room.bottom() - 1 - (room.height() - 2) * m_heights[i] / highest);
  painter.drawPolyline(line);
}

}  // namespace trainyard
