// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/matrix_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "gui/charts/axis_ticks.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double widestLabel = 110;

}  // namespace

// Colours show shares within a row, so that rare labels are visible too.
double MatrixPicture::shareOfRow(std::size_t row, std::size_t column) const {
  const double all = std::accumulate(counts[row].begin(), counts[row].end(), 0.0);
  return all > 0 ? static_cast<double>(counts[row][column]) / all : 0.0;
}

QRectF MatrixPicture::area(const QRectF& room, const QFont& font) const {
  const QFontMetricsF small(smallFont(font));
  double labelWidth = 20;
  for (const QString& label : labels)
    labelWidth = std::max(labelWidth, std::min(widestLabel, small.horizontalAdvance(label)));
  return room.adjusted(24 + small.height() + labelWidth, 14 + QFontMetricsF(font).height(), -14,
                       -(2 * small.height() + 16));
}

void MatrixPicture::draw(QPainter& painter, const QRectF& room, const QPalette& palette,
                         const QFont& font) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  drawHeading(painter, room, heading, palette, font);
  const QRectF inside = area(room, font);
  if (counts.empty()) {
    painter.setPen(palette.color(QPalette::PlaceholderText));
    painter.drawText(inside, Qt::AlignCenter | Qt::TextWordWrap, emptyText);
  } else {
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawCells(painter, inside, palette);
    painter.setRenderHint(QPainter::Antialiasing);
    drawLabels(painter, inside, palette);
  }
  painter.restore();
}

void MatrixPicture::drawCells(QPainter& painter, const QRectF& area,
                              const QPalette& palette) const {
  const std::size_t size = counts.size();
  const double width = area.width() / static_cast<double>(size),
               height = area.height() / static_cast<double>(size);
  const look::Tokens& now = look::tokens(palette);
  const QFontMetricsF metrics = painter.fontMetrics();
  double widest = 0;
  for (const auto& row : counts)
    for (const qint64 count : row)
      widest = std::max(widest, metrics.horizontalAdvance(readOut(static_cast<double>(count))));
  const bool hasNumbers = widest + 4 <= width && metrics.height() <= height;
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t column = 0; column < size; ++column) {
      const double share = shareOfRow(row, column);
      const QRectF cell(area.left() + static_cast<double>(column) * width,
                        area.top() + static_cast<double>(row) * height, width, height);
      const QColor ground = look::onRamp(now.areas, share);
      painter.fillRect(cell, ground);
      if (!hasNumbers) continue;
      painter.setPen(look::wordsOn(ground));
      painter.drawText(cell, Qt::AlignCenter, readOut(static_cast<double>(counts[row][column])));
    }
  painter.setPen(now.axis);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);
}

void MatrixPicture::drawLabels(QPainter& painter, const QRectF& area,
                               const QPalette& palette) const {
  const QFontMetricsF metrics = painter.fontMetrics();
  const double size = static_cast<double>(labels.size()), width = area.width() / size,
               height = area.height() / size, labelWidth = widestLabel;
  // Every label, or as many as there is room for.
  const auto everyRow = static_cast<qsizetype>(std::max(1.0, std::ceil(metrics.height() / height)));
  const auto everyColumn = static_cast<qsizetype>(std::max(1.0, std::ceil(36 / width)));
  painter.setPen(look::tokens(palette).text2);
  for (qsizetype i = 0; i < labels.size(); ++i) {
    const double at = static_cast<double>(i);
    if (i % everyRow == 0)
      painter.drawText(QRectF(area.left() - labelWidth - 6, area.top() + at * height, labelWidth,
                              std::max(height, metrics.height())),
                       Qt::AlignRight | Qt::AlignVCenter,
                       metrics.elidedText(labels[i], Qt::ElideMiddle, labelWidth));
    const double room = width * static_cast<double>(everyColumn);
    if (i % everyColumn == 0)
      painter.drawText(QRectF(area.left() + (at + 0.5) * width - room / 2, area.bottom() + 3, room,
                              metrics.height()),
                       Qt::AlignCenter, metrics.elidedText(labels[i], Qt::ElideMiddle, room - 4));
  }
  painter.drawText(
      QRectF(area.left(), area.bottom() + 6 + metrics.height(), area.width(), metrics.height()),
      Qt::AlignCenter, xName);
  painter.save();
  double widest = 20;
  for (const QString& label : labels)
    widest = std::max(widest, std::min(labelWidth, metrics.horizontalAdvance(label)));
  painter.translate(area.left() - widest - 12 - metrics.height(), area.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area.height() / 2, 0, area.height(), metrics.height()), Qt::AlignCenter,
                   yName);
  painter.restore();
}

QString MatrixPicture::words(QPointF at, const QRectF& room, const QFont& font) const {
  const QRectF inside = area(room, font);
  if (counts.empty() || !inside.contains(at)) return {};
  const auto place = [&](double offset, double length) {
    const double share = offset / length * static_cast<double>(counts.size());
    return std::min(static_cast<std::size_t>(share), counts.size() - 1);
  };
  const std::size_t row = place(at.y() - inside.top(), inside.height()),
                    column = place(at.x() - inside.left(), inside.width());
  return tr("%1, said to be %2: %3 rows, %4 % of its label")
      .arg(labels[static_cast<qsizetype>(row)], labels[static_cast<qsizetype>(column)])
      .arg(counts[row][column])
      .arg(100 * shareOfRow(row, column), 0, 'f', 1);
}

}  // namespace trainyard
